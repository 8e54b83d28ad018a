import { eq } from "drizzle-orm";
import type { Database } from "../platform/database/database.ts";
import { isEqualSecret } from "../platform/is-equal-secret.ts";
import type { KeyedHash } from "../platform/keyed-hash.ts";
import { type AppointmentRow, appointments } from "./appointment-table.ts";

interface JoinLinkDeps {
  db: Database;
  keyedHash: KeyedHash;
  publicUrl: string;
}

/** 16 bytes of the id and 22 characters of its keyed hash. */
const TOKEN = /^[\w-]{44}$/;
const ID_LENGTH = 22;

const idOf = (token: string) =>
  Buffer.from(token.slice(0, ID_LENGTH), "base64url")
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/**
 * The link to the page of a call: `/join/{token}`. The token is the appointment's id and its keyed hash, so nothing is
 * stored and nobody can guess it. It stays the same when the session is moved or its room changes.
 */
export function createJoinLinks({ db, keyedHash, publicUrl }: JoinLinkDeps) {
  const joinToken = (id: string) =>
    Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url") + keyedHash("join", id);

  return {
    joinToken,
    joinUrl: (id: string) => `${publicUrl}/join/${joinToken(id)}`,

    /** Refuses a wrong token without a database query. */
    async findByToken(token: string): Promise<AppointmentRow | undefined> {
      if (!TOKEN.test(token)) return undefined;
      const id = idOf(token);
      if (!isEqualSecret(token, joinToken(id))) return undefined;
      const [row] = await db.select().from(appointments).where(eq(appointments.id, id));
      return row;
    },
  };
}
export type JoinLinks = ReturnType<typeof createJoinLinks>;
