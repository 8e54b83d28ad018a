import { and, eq, inArray } from "drizzle-orm";
import { isNotice, type Notice } from "../../contracts/notice-rules.ts";
import { httpError } from "../platform/http/errors.ts";
import type { Platform } from "../platform/platform.ts";
import { unsubscribed } from "./unsubscribed-table.ts";

type UnsubscribeDeps = Pick<Platform, "db" | "clock" | "keyedHash" | "publicUrl">;

/** What is hashed of an address that wants no more mails. */
export const unsubscribedAddress = (email: string) => ["unsubscribe", email.toLowerCase()] as const;

/** Links that unsubscribe an address from a kind of mail. They need no login, contain no e-mail and never expire. */
export function createUnsubscribing({ db, clock, keyedHash, publicUrl }: UnsubscribeDeps) {
  return {
    linksFor(email: string, notice: Notice) {
      const address = keyedHash(...unsubscribedAddress(email));
      const path = `${notice}/${address}.${keyedHash("unsubscribe link", notice, address)}`;
      return { page: `${publicUrl}/unsubscribe/${path}`, oneClick: `${publicUrl}/api/unsubscribe/${path}` };
    },

    async has(email: string, notice: Notice) {
      const isHers = inArray(unsubscribed.address, keyedHash.all(...unsubscribedAddress(email)));
      return (await db.$count(unsubscribed, and(isHers, eq(unsubscribed.notice, notice)))) > 0;
    },

    async add(notice: string, token: string) {
      const [address = "", key = ""] = token.split(".");
      if (!isNotice(notice) || !keyedHash.matches(key, "unsubscribe link", notice, address))
        throw httpError("not_found");
      await db.insert(unsubscribed).values({ address, notice, at: clock.now() }).onConflictDoNothing();
    },
  };
}
