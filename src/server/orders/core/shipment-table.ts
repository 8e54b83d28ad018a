import { sql } from "drizzle-orm";
import { check, foreignKey, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { timestamptz } from "../../platform/database/timestamp-column.ts";
import { ofOrder, orderItems } from "./order-table.ts";

/** The parcels of orders. */
export const shipments = pgTable(
  "shipments",
  {
    id: uuid("id").primaryKey(),
    orderId: ofOrder().notNull(),
    courier: text("courier").notNull(),
    trackingNumber: text("tracking_number").notNull(),
    trackingUrl: text("tracking_url").notNull(),
    shippedAt: timestamptz("shipped_at").notNull(),
    deliveredAt: timestamptz("delivered_at"),
    /** The buyer did not take it at the door. */
    refusedAt: timestamptz("refused_at"),
    /** It came back: it holds nothing any more. */
    returnedAt: timestamptz("returned_at"),
    createdBy: uuid("created_by").notNull(),
    version: integer("version").notNull().default(1),
    /** The idempotency key of the request and the SHA-256 of its body. */
    requestKey: text("request_key"),
    requestHash: text("request_hash"),
  },
  (table) => [
    uniqueIndex("shipments_of_order").on(table.orderId, table.id),
    uniqueIndex("shipments_request").on(table.orderId, table.requestKey),
  ],
);

/** What is in a parcel: pieces of the order's line at `lineIndex`. */
export const shipmentLines = pgTable(
  "shipment_lines",
  {
    shipmentId: uuid("shipment_id").notNull(),
    orderId: uuid("order_id").notNull(),
    lineIndex: integer("line_index").notNull(),
    qty: integer("qty").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shipmentId, table.lineIndex] }),
    foreignKey({
      name: "shipment_lines_shipment",
      columns: [table.orderId, table.shipmentId],
      foreignColumns: [shipments.orderId, shipments.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "shipment_lines_order_item",
      columns: [table.orderId, table.lineIndex],
      foreignColumns: [orderItems.orderId, orderItems.lineIndex],
    }),
    check("shipment_lines_qty", sql`${table.qty} > 0`),
  ],
);
