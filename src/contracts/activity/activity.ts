import { z } from "zod";
import { listQuery } from "../list.ts";
import { activityActions, activityKinds } from "./activity-rules.ts";

const changedValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]);

export const changes = z.record(z.string(), z.tuple([changedValue, changedValue]));
export type Changes = z.infer<typeof changes>;
export type ChangedValue = z.infer<typeof changedValue>;

/** An audit log entry: a change by the owner with each field before and after, an export, or a login. */
export const activity = z.object({
  _id: z.string(),
  at: z.iso.datetime(),
  actor: z.string().describe("The e-mail address of who did it, as it was then; of a login, the owner's account."),
  action: z.enum(activityActions),
  kind: z.enum(activityKinds),
  recordId: z
    .string()
    .nullable()
    .describe("Null where it was about many records, as an import is; of a login, the account."),
  title: z.string().describe("What the record was called; of an import, what it did; of a login, its network."),
  changes: changes.describe("Field → [before, after]. Long texts are shortened, secrets are dots."),
});
export type Activity = z.infer<typeof activity>;

export const activityQuery = listQuery.extend({
  kind: z.enum(activityKinds, `Kind must be one of ${activityKinds.join(", ")}.`).optional(),
});
export type ActivityQuery = z.output<typeof activityQuery>;
