import { inArray } from "drizzle-orm";
import { experts } from "./expert-table.ts";
import type { ResourceDeps } from "./resource-service.ts";

/** The names of experts by id. Includes archived experts, because their appointments still show the name. */
export const createExpertNames =
  ({ db }: Pick<ResourceDeps, "db">) =>
  async (ids: string[]) => {
    if (ids.length === 0) return new Map<string, string>();
    const rows = await db
      .select({ id: experts.id, name: experts.name })
      .from(experts)
      .where(inArray(experts.id, [...new Set(ids)]));
    return new Map(rows.map(({ id, name }) => [id, name]));
  };
