import { z } from "zod";

const KEY_RULE = "A key has 1 to 200 characters.";
/** Headers of a call that may be repeated. */
export const optionalKey = z.object({
  "idempotency-key": z
    .string()
    .min(1, KEY_RULE)
    .max(200, KEY_RULE)
    .optional()
    .describe("The same key and body give the same record, once."),
});
