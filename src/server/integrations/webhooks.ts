import { randomUUIDv7 } from "node:crypto";
import { desc, eq, lt, sql } from "drizzle-orm";
import type { z } from "zod";
import type { identityProof } from "../../contracts/accounts/second-factor.ts";
import type { NewWebhook, Webhook, WebhookAnswer, webhookForm } from "../../contracts/integrations/integration.ts";
import { MAX_WEBHOOKS } from "../../contracts/integrations/integration-rules.ts";
import { DAY_MS } from "../platform/clock.ts";
import type { Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import { badInput, ShopError } from "../platform/http/errors.ts";
import { RequestTimeout } from "../platform/http/http-request.ts";
import type { RequestUser } from "../platform/http/logins.ts";
import { ForbiddenUrl } from "../platform/http/public-request.ts";
import type { IntegrationDeps } from "./deps.ts";
import { integrationError } from "./errors.ts";
import { WEBHOOKS_TAG } from "./follow.ts";
import { webhookDeliveries as deliveries, webhookEndpoints as endpoints } from "./integration-table.ts";
import { defineWebhookJob } from "./job.ts";
import { webhookTestByAccount } from "./limits.ts";
import { isFormerSecret, makeWebhookSecret, signatureHeaders } from "./webhook-signature.ts";

const TIMEOUT_MS = 5_000;
const MAX_LISTED = 50;
const RETENTION_MS = 30 * DAY_MS;
const ENDED = "Not sent: who added this webhook is no longer an owner.";

type Endpoint = typeof endpoints.$inferSelect;

/** In the shop's own words: what a host answered is neither shown nor stored. */
function explain(error: Error & { code?: string }) {
  if (error instanceof ForbiddenUrl) return error.message;
  if (error instanceof RequestTimeout) return `No answer within ${TIMEOUT_MS / 1000} seconds.`;
  return `The address could not be reached (${error.code ?? "connection failed"}).`;
}

export function createWebhooks(deps: IntegrationDeps) {
  const { db, clock, changes, limiter, activity, accounts, orders, secretBox, publicRequest, jobs } = deps;

  const toWebhook = ({ id, url, createdAt, secret }: Endpoint, createdBy = null as string | null): Webhook => ({
    ...{ _id: id, url, createdBy },
    createdAt: createdAt.toISOString(),
    hasFormerSecret: isFormerSecret(secretBox.open(secret, id)?.toString() ?? "="),
  });

  async function post(
    { id, url, secret, userId }: Endpoint,
    body: { id: string; event: string; createdAt: string },
  ): Promise<WebhookAnswer> {
    const key = secretBox.open(secret, id);
    if (!key) return { status: null, problem: "The signing secret cannot be read. Add the webhook again." };
    if (!(await accounts.findOwners([userId])).has(userId)) return { status: null, problem: ENDED };
    const text = JSON.stringify(body);
    const seconds = Math.floor(clock.now().getTime() / 1000);
    const headers = {
      "content-type": "application/json",
      ...signatureHeaders(key.toString(), body.id, seconds, text),
    };
    try {
      const options = { method: "POST", headers, body: text, timeoutMs: TIMEOUT_MS, maxBytes: 4_096 } as const;
      const { status } = await publicRequest(url, options);
      return { status, problem: status >= 200 && status < 300 ? null : `The address answered ${status}.` };
    } catch (error) {
      return { status: null, problem: explain(error as Error) };
    }
  }

  /** Reads the order when it sends, so that erased data is not sent. Throws to be called again. */
  async function send({ id, endpointId }: { id: string; endpointId: string }, isLast: boolean) {
    const isIt = eq(deliveries.id, id);
    const [endpoint] = await db.select().from(endpoints).where(eq(endpoints.id, endpointId));
    const [delivery] = await db.select().from(deliveries).where(isIt);
    // The webhook was removed.
    if (!endpoint || !delivery) return;
    const { event, createdAt, orderId } = delivery;
    const order = await orders.find(orderId, { id: endpoint.userId, role: "owner" }).catch((error: unknown) => {
      if (!(error instanceof ShopError)) throw error;
    });
    const body = { id, event, createdAt: createdAt.toISOString(), order };
    const gone = { status: null, problem: "Not sent: the order was deleted." };
    const { status, problem } = order ? await post(endpoint, body) : gone;
    const shown = problem && isLast ? `Given up after three days. ${problem}` : problem;
    const tried = { attempts: sql`${deliveries.attempts} + 1`, status, problem: shown };
    await db.update(deliveries).set(tried).where(isIt);
    if (problem && order && problem !== ENDED) throw new Error(problem);
  }
  defineWebhookJob(jobs).handle(({ payload, isLast }) => send(payload, isLast));

  async function find(id: string) {
    const [row] = isUuid(id) ? await db.select().from(endpoints).where(eq(endpoints.id, id)) : [];
    if (!row) throw integrationError("integration_not_found");
    return row;
  }

  async function recordChange(
    tx: Transaction,
    { id }: RequestUser,
    action: "created" | "updated" | "deleted",
    { url }: Endpoint,
  ) {
    const title = `the webhook to ${new URL(url).host}`;
    await activity.record(tx, { by: id, kind: "setting", recordId: null, title, action });
    await changes.drop(tx, [WEBHOOKS_TAG]);
  }

  return {
    deliverDue: () => jobs.runDue(["webhook"]),

    async list() {
      const rows = await db.select().from(endpoints).orderBy(desc(endpoints.createdAt));
      const owners = await accounts.findOwners(rows.map(({ userId }) => userId));
      return rows.map((row) => toWebhook(row, owners.get(row.userId)));
    },

    async create(owner: RequestUser, { url, ...proof }: z.output<typeof webhookForm>, ip: string) {
      const { name } = await accounts.requireIdentity(owner, proof, ip);
      await publicRequest.check(url).catch((error: Error) => {
        throw badInput({ url: explain(error) });
      });
      return db.transaction(async (tx): Promise<NewWebhook> => {
        await tx.execute("lock table webhook_endpoints in share row exclusive mode");
        if ((await tx.$count(endpoints)) >= MAX_WEBHOOKS) throw integrationError("too_many_integrations");
        const id = randomUUIDv7();
        const secret = makeWebhookSecret();
        const columns = { id, userId: owner.id, url, createdAt: clock.now() };
        const row = { ...columns, secret: secretBox.seal(Buffer.from(secret), id) };
        await tx.insert(endpoints).values(row);
        await recordChange(tx, owner, "created", row);
        return { ...toWebhook(row, name), secret };
      });
    },

    /** From now on each call is signed with the new secret, also those that are tried again. */
    async renewSecret(id: string, owner: RequestUser, proof: z.output<typeof identityProof>, ip: string) {
      const { id: found } = await find(id);
      await accounts.requireIdentity(owner, proof, ip);
      const secret = makeWebhookSecret();
      return db.transaction(async (tx): Promise<NewWebhook> => {
        const sealed = { secret: secretBox.seal(Buffer.from(secret), found) };
        const [row] = await tx.update(endpoints).set(sealed).where(eq(endpoints.id, found)).returning();
        if (!row) throw integrationError("integration_not_found");
        await recordChange(tx, owner, "updated", row);
        const owners = await accounts.findOwners([row.userId]);
        return { ...toWebhook(row, owners.get(row.userId)), secret };
      });
    },

    async remove(id: string, owner: RequestUser) {
      const { id: found } = await find(id);
      await db.transaction(async (tx) => {
        const [row] = await tx.delete(endpoints).where(eq(endpoints.id, found)).returning();
        // Else another owner removed it meanwhile.
        if (row) await recordChange(tx, owner, "deleted", row);
      });
      return { message: "Webhook removed" };
    },

    async listDeliveries(id: string) {
      const isOf = eq(deliveries.endpointId, (await find(id)).id);
      const newest = db.select().from(deliveries).where(isOf).orderBy(desc(deliveries.createdAt), desc(deliveries.id));
      return (await newest.limit(MAX_LISTED)).map(({ id: _id, endpointId: _, createdAt, ...row }) => ({
        ...row,
        _id,
        createdAt: createdAt.toISOString(),
      }));
    },

    async test(id: string, owner: RequestUser) {
      const endpoint = await find(id);
      await limiter.take(webhookTestByAccount, owner.id);
      return post(endpoint, { id: randomUUIDv7(), event: "test", createdAt: clock.now().toISOString() });
    },

    async deleteExpired() {
      const before = new Date(clock.now().getTime() - RETENTION_MS);
      await db.delete(deliveries).where(lt(deliveries.createdAt, before));
    },
  };
}
