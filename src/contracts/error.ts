import { z } from "zod";

/** The body of every API error. */
export const apiProblem = z.object({
  message: z.string().describe("A sentence for a person."),
  code: z.string().describe("A word for a machine."),
  fields: z.record(z.string(), z.string()).optional().describe("A sentence for each field that was wrong."),
});
export type ApiProblem = z.infer<typeof apiProblem>;

/** Code `changed_meanwhile` (optimistic locking): the form was filled from an older version; nothing was saved. */
export interface ChangedMeanwhile<Item> extends ApiProblem {
  /** The record as it is now. */
  current: Item;
}
