import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { timestamptz } from "../platform/database/timestamp-column.ts";

type Request = Record<string, unknown>;

/** What an agent last sent for a cart. Prices are computed when it is read. */
export const agentCarts = pgTable(
  "agent_carts",
  {
    id: uuid("id").primaryKey(),
    /** Keyed hash of the network that made it. Empty for those of older versions. */
    network: text("network").notNull().default(""),
    request: jsonb("request").$type<Request>().notNull(),
    createdAt: timestamptz("created_at").notNull(),
    expiresAt: timestamptz("expires_at").notNull(),
    cancelledAt: timestamptz("cancelled_at"),
  },
  (table) => [
    index("agent_carts_expiry").on(table.expiresAt),
    index("agent_carts_of_network").on(table.network, table.expiresAt),
  ],
);

/** What an agent last sent for a checkout. Its order names it (`orders.agent_checkout_id`). */
export const agentCheckouts = pgTable(
  "agent_checkouts",
  {
    id: uuid("id").primaryKey(),
    network: text("network").notNull().default(""),
    cartId: uuid("cart_id").references(() => agentCarts.id, { onDelete: "set null" }),
    request: jsonb("request").$type<Request>().notNull(),
    createdAt: timestamptz("created_at").notNull(),
    expiresAt: timestamptz("expires_at").notNull(),
    cancelledAt: timestamptz("cancelled_at"),
  },
  (table) => [
    index("agent_checkouts_expiry").on(table.expiresAt),
    index("agent_checkouts_cart").on(table.cartId),
    index("agent_checkouts_of_network").on(table.network, table.expiresAt),
  ],
);

/** Replies by idempotency key, kept for 48 hours and sent again byte for byte. */
export const agentReplies = pgTable(
  "agent_replies",
  {
    /** Hash of the agent's profile URL: keys of different agents are independent. */
    agent: text("agent").notNull(),
    operation: text("operation").notNull(),
    key: text("key").notNull(),
    /** SHA-256 of the raw body. */
    bodyHash: text("body_hash").notNull(),
    /** 0 while the first request is being handled. */
    status: integer("status").notNull(),
    reply: text("reply").notNull(),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.agent, table.operation, table.key] }),
    index("agent_replies_age").on(table.createdAt),
  ],
);
