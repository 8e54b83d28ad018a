import { randomBytes, randomUUIDv7 } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import type { ApiKey, apiKeyForm, NewApiKey } from "../../contracts/integrations/integration.ts";
import { type ApiKeyAccess, MAX_API_KEYS } from "../../contracts/integrations/integration-rules.ts";
import { MINUTE_MS } from "../platform/clock.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { httpError } from "../platform/http/errors.ts";
import { API_KEY_PREFIX, type RequestUser } from "../platform/http/logins.ts";
import { hashToken } from "../platform/sha256.ts";
import type { IntegrationDeps } from "./deps.ts";
import { integrationError } from "./errors.ts";
import { apiKeys } from "./integration-table.ts";
import { callsByApiKey, wrongApiKeyByIp } from "./limits.ts";

/** All that programs may call with a key; every other call, a new one too, answers 403. `orders` includes `read`. */
const callsOf: Record<ApiKeyAccess, string> = {
  read: `
    GET /products, GET /products/:id, GET /products.csv, GET /courses, GET /courses/:id, GET /experts,
    GET /experts/:id, GET /blogs, GET /blogs/:id, GET /coupons, GET /coupons/:id, GET /coupons.csv, GET /reviews,
    GET /sales, GET /sales.csv, GET /orders, GET /orders/:id, GET /orders.csv`,
  orders: `
    PUT /orders/status, PUT /orders/:id/status, PUT /orders/:id/shipping, PUT /orders/:id/internal-note,
    POST /orders/:id/shipments, PUT /orders/:id/shipments/:shipmentId, DELETE /orders/:id/shipments/:shipmentId,
    POST /orders/:id/shipments/:shipmentId/delivered, POST /orders/:id/shipments/:shipmentId/returned`,
};
const listOf = (calls: string) => calls.split(",").map((call) => call.trim().replace(" ", " /api"));
const read = listOf(callsOf.read);
const allowed = { read: new Set(read), orders: new Set([...read, ...listOf(callsOf.orders)]) };

type KeyRow = typeof apiKeys.$inferSelect;

const toKey = ({ id, name, access, endsWith, ...row }: KeyRow, createdBy = null as string | null): ApiKey => ({
  ...{ _id: id, name, access, endsWith, createdBy },
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});

export function createApiKeys({ db, clock, limiter, activity, accounts }: IntegrationDeps) {
  const entryOf = ({ name }: KeyRow, { id }: RequestUser) =>
    ({ by: id, kind: "setting", recordId: null, title: `the API key “${name}”` }) as const;

  return {
    async list() {
      const rows = await db.select().from(apiKeys).orderBy(desc(apiKeys.createdAt));
      const owners = await accounts.findOwners(rows.map(({ userId }) => userId));
      return rows.map((row) => toKey(row, owners.get(row.userId)));
    },

    async create(owner: RequestUser, { name, access, ...proof }: z.output<typeof apiKeyForm>, ip: string) {
      const { name: createdBy } = await accounts.requireIdentity(owner, proof, ip);
      return db.transaction(async (tx): Promise<NewApiKey> => {
        await tx.execute("lock table api_keys in share row exclusive mode");
        if ((await tx.$count(apiKeys)) >= MAX_API_KEYS) throw integrationError("too_many_integrations");
        const secret = API_KEY_PREFIX + randomBytes(32).toString("base64url");
        const values = { id: randomUUIDv7(), userId: owner.id, name, access, createdAt: clock.now() };
        const [row] = await tx
          .insert(apiKeys)
          .values({ ...values, hash: hashToken(secret), endsWith: secret.slice(-4) })
          .returning();
        await activity.record(tx, { ...entryOf(row!, owner), action: "created", after: { access } });
        return { ...toKey(row!, createdBy), secret };
      });
    },

    revoke: (id: string, owner: RequestUser) =>
      db.transaction(async (tx) => {
        const [row] = isUuid(id) ? await tx.delete(apiKeys).where(eq(apiKeys.id, id)).returning() : [];
        if (!row) throw integrationError("integration_not_found");
        await activity.record(tx, { ...entryOf(row, owner), action: "deleted" });
        return { message: "API key revoked" };
      }),

    /** Read from the database with every call, so that a revoked key ends at once in all processes. */
    async accept(key: string, request: FastifyRequest) {
      const isIt = eq(apiKeys.hash, hashToken(key));
      const [row] = await db.select().from(apiKeys).where(isIt);
      if (!row || !(await accounts.findOwners([row.userId])).has(row.userId)) {
        await limiter.take(wrongApiKeyByIp, request.ip);
        throw httpError("api_key_invalid");
      }
      // No account has this generation, and no login is as old: a key never confirms an identity.
      const login = { generation: -1, issuedAt: new Date(0) };
      request.user = { id: row.userId, role: "owner", ...login, apiKeyId: row.id };
      await limiter.take(callsByApiKey, row.id);
      if (!allowed[row.access].has(`${request.method} ${request.routeOptions.url}`))
        throw httpError("api_key_not_allowed");
      const now = clock.now();
      if (now.getTime() - (row.lastUsedAt?.getTime() ?? 0) >= MINUTE_MS)
        await db.update(apiKeys).set({ lastUsedAt: now }).where(isIt);
    },
  };
}
