import type { Limit } from "../platform/http/rate-limit.ts";

/** PDFs: the first request for one makes it. */
export const pdfsByAccount: Limit = { name: "pdfs-account", tries: 600, seconds: 60 * 60 };
