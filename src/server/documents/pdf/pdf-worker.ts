import { parentPort } from "node:worker_threads";
import { type PdfInput, writePdf } from "./write-pdf.ts";

// A logo that pdfkit cannot read is left out. What fails then ends the worker, which rejects the writer's promise.
parentPort!.on("message", async (input: PdfInput) => {
  const write = () => writePdf({ ...input, shop: { ...input.shop, logo: undefined } });
  parentPort!.postMessage(await writePdf(input).catch(write));
});
