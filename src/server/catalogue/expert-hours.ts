import { eq } from "drizzle-orm";
import type { Transaction } from "../platform/database/database.ts";
import { expertResource } from "./expert.ts";
import { experts } from "./expert-table.ts";
import type { ResourceDeps } from "./resource-service.ts";
import { editTags } from "./tags.ts";

/** Stores with the expert whether times can be chosen online. The cached page needs it to reserve space. */
export const createHasHours =
  ({ changes }: Pick<ResourceDeps, "changes">) =>
  async (tx: Transaction, id: string, hasHours: boolean) => {
    await tx.update(experts).set({ hasHours }).where(eq(experts.id, id));
    await changes.drop(tx, editTags(expertResource.path, [id]));
  };
