import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createJoinLinks } from "../../src/server/appointments/join-links.ts";
import type { Database } from "../../src/server/platform/database/database.ts";
import { createKeyedHash } from "../../src/server/platform/keyed-hash.ts";

/** Every query on it throws. */
const noDatabase = {} as Database;
const linksOf = (secret: string) =>
  createJoinLinks({ db: noDatabase, keyedHash: createKeyedHash(secret), publicUrl: "https://shop.example" });

test("a wrong join token is refused without asking the database", async () => {
  const id = randomUUID();
  const links = linksOf("a secret");
  const token = links.joinToken(id);
  expect(links.joinUrl(id)).toBe(`https://shop.example/join/${token}`);
  expect(token).toMatch(/^[\w-]{44}$/);
  await expect(links.findByToken(token), "a right one is looked up").rejects.toThrow(TypeError);

  const last = token.at(-1) === "A" ? "B" : "A";
  const wrong = [
    "",
    id,
    token.slice(1),
    `${token}A`,
    token.slice(0, -1) + last,
    links.joinToken(randomUUID()).slice(0, 22) + token.slice(22),
    linksOf("another secret").joinToken(id),
    // The last character of the id has unused bits: another spelling of the same id is not its token.
    token.replace(
      /^(.{21})./,
      (_, start: string) => `${start}${"ABCDEFGHIJKLMNOPQRSTUVWXYZ".at(token.charCodeAt(21) % 26)}`,
    ),
  ].filter((text) => text !== token);
  for (const text of wrong) expect(await links.findByToken(text), text).toBeUndefined();
});
