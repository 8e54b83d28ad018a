import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { apiKeyAccess, webhookEvents } from "../../contracts/integrations/integration-rules.ts";
import { ofUser } from "../accounts/user-table.ts";
import { orders } from "../orders/core/order-table.ts";
import { enumChecks } from "../platform/database/enum-checks.ts";
import { timestamptz } from "../platform/database/timestamp-column.ts";

/** Keys that the owner gives to programs. They work as long as who made them is an owner. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: uuid("id").primaryKey(),
    userId: ofUser().notNull(),
    name: text("name").notNull(),
    access: text("access", { enum: apiKeyAccess }).notNull(),
    /** SHA-256: the key itself is shown once. */
    hash: text("hash").notNull().unique(),
    endsWith: text("ends_with").notNull(),
    createdAt: timestamptz("created_at").notNull(),
    lastUsedAt: timestamptz("last_used_at"),
  },
  (table) => [index("api_keys_user").on(table.userId), ...enumChecks(table)],
);

/** Addresses that are told what happens to orders, as long as who added them is an owner. */
export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    id: uuid("id").primaryKey(),
    userId: ofUser().notNull(),
    url: text("url").notNull(),
    /** Encrypted: it signs the requests. */
    secret: text("secret").notNull(),
    createdAt: timestamptz("created_at").notNull(),
  },
  (table) => [index("webhook_endpoints_user").on(table.userId)],
);

/** What was told to an endpoint, with its last answer. A job sends and repeats it. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: uuid("id").primaryKey(),
    endpointId: uuid("endpoint_id")
      .references(() => webhookEndpoints.id, { onDelete: "cascade" })
      .notNull(),
    event: text("event", { enum: webhookEvents }).notNull(),
    orderId: uuid("order_id")
      .references(() => orders.id)
      .notNull(),
    createdAt: timestamptz("created_at").notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** The HTTP status of the last answer. */
    status: integer("status"),
    /** Why the last attempt failed. */
    problem: text("problem"),
  },
  (table) => [
    index("webhook_deliveries_endpoint").on(table.endpointId, table.createdAt),
    index("webhook_deliveries_order").on(table.orderId),
    ...enumChecks(table),
  ],
);
