import { readFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { shortId } from "../../contracts/orders/order-rules.ts";
import type { Settings } from "../../contracts/settings/settings.ts";
import type { FileStore } from "../platform/files/file-store.ts";
import type { DocumentRow } from "./document-table.ts";
import type { PdfInput } from "./pdf/write-pdf.ts";

const OWN_LOGO = new URL("../../../public/logo.png", import.meta.url);
const LOGO_PIXELS = 240;

/** What a PDF shows of the shop as it is now; all else is in the document. */
export function createPdfInput({ files, publicUrl }: { files: FileStore; publicUrl: string }) {
  let latest: { of: string | null; logo: Promise<Buffer | undefined> } | undefined;

  async function drawLogo(stored: string | null) {
    try {
      const bytes = stored ? await files.read(path.basename(stored)) : await readFile(OWN_LOGO);
      return await sharp(bytes).resize(LOGO_PIXELS, LOGO_PIXELS, { fit: "inside" }).png().toBuffer();
    } catch {
      return undefined;
    }
  }

  return async (document: DocumentRow, original: DocumentRow | undefined, { business, look }: Settings) => {
    if (latest?.of !== look.logo) latest = { of: look.logo, logo: drawLogo(look.logo) };
    const { brand, phone, email } = business;
    const { orderId } = document;
    return {
      document,
      ...(original && { original: { number: original.number, day: original.day } }),
      orderNumber: shortId(orderId),
      orderUrl: `${publicUrl}/orders/${orderId}`,
      shop: { brand, phone, email, accent: look.accent, logo: await latest!.logo },
    } satisfies PdfInput;
  };
}
