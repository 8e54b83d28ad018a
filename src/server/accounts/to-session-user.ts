import type { SessionUser } from "../platform/http/sessions.ts";
import type { users } from "./user-table.ts";

export const toSessionUser = ({ id, role, tokenGeneration }: typeof users.$inferSelect): SessionUser => ({
  id,
  role,
  generation: tokenGeneration,
});
