import { eq } from "drizzle-orm";
import type { Platform } from "../platform/platform.ts";
import { createSignedIds } from "../platform/signed-ids.ts";
import { type AppointmentRow, appointments } from "./appointment-table.ts";

/** The token is a signed id, so it survives every change of the appointment. */
export function createJoinLinks({ db, keyedHash, publicUrl }: Pick<Platform, "db" | "keyedHash" | "publicUrl">) {
  const { sign: joinToken, read } = createSignedIds(keyedHash, "join");

  return {
    joinToken,
    joinUrl: (id: string) => `${publicUrl}/join/${joinToken(id)}`,

    /** Refuses a wrong token without a database query. */
    async findByToken(token: string): Promise<AppointmentRow | undefined> {
      const id = read(token);
      const [row] = id ? await db.select().from(appointments).where(eq(appointments.id, id)) : [];
      return row;
    },
  };
}
export type JoinLinks = ReturnType<typeof createJoinLinks>;
