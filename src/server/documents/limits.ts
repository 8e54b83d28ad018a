import type { Limit } from "../platform/http/rate-limit.ts";

export const zipsByOwner: Limit = { name: "accounts-owner", tries: 30, seconds: 60 * 60 };
/** PDFs: the first request for one makes it. */
export const pdfsByAccount: Limit = { name: "pdfs-account", tries: 600, seconds: 60 * 60 };
