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
  current: Item;
}

/** The source of a regular expression: the id of a record, a UUID. */
export const ID_PATTERN = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";
export const ID_LENGTH = 36;

/** An id in a path. The server checks its format; 500 characters is the router's limit. */
export const idParams = z.object({ id: z.string().max(500, "An id has at most 500 characters.") });

/** The secret of a link from a mail. A longer one is handled like one that has expired. */
export const tokenParams = z.object({ token: z.string().max(500, "A link is shorter.") });

export const deleted = z.object({ message: z.string() });
