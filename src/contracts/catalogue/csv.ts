import { z } from "zod";
import type { ApiProblem } from "../error.ts";
import { orderQuery } from "../orders/order.ts";

/** `GET /api/products.csv` and `GET /api/orders.csv` return text, so they are not in `Calls`; see lib/save-file.ts. */
export const orderExportQuery = orderQuery.omit({ page: true, limit: true });
export type OrderExportQuery = z.infer<typeof orderExportQuery>;

const importModes = ["preview", "save"] as const;
export const importForm = z.object({
  mode: z.enum(importModes, `Mode must be one of ${importModes.join(", ")}.`).default("preview"),
});

export const importResult = z.object({
  saved: z.boolean().describe("Whether the rows are in the shop now: all of them or, with any error, none."),
  rows: z.int(),
  creates: z.int(),
  updates: z.int(),
  unchanged: z.int().describe("Rows that say what the shop says already."),
  errors: z
    .array(
      z.object({
        line: z.int().describe("The line of the file on which the row begins; 1 is the header."),
        field: z.string(),
        message: z.string(),
      }),
    )
    .describe("The first 100."),
  errorCount: z.int(),
});
export type ImportResult = z.infer<typeof importResult>;

/** One line of an `application/x-ndjson` response: progress, then the result or a problem. */
export type ImportNews = { done: number; total: number } | { result: ImportResult } | { problem: ApiProblem };
