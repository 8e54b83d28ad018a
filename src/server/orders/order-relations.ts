import { relations } from "drizzle-orm";
import { orderEvents, orderHistory, orderItems, orderPayments, orders } from "./order-table.ts";
import { shipmentLines, shipments } from "./shipment-table.ts";

/** How the tables of an order belong together, for Drizzle's relational queries. */
export const orderSchema = {
  orders,
  orderItems,
  orderHistory,
  orderEvents,
  orderPayments,
  shipments,
  shipmentLines,
  ofOrders: relations(orders, ({ many }) => ({
    items: many(orderItems),
    history: many(orderHistory),
    events: many(orderEvents),
    parcels: many(shipments),
    payments: many(orderPayments),
  })),
  ofItems: relations(orderItems, ({ one }) => ({
    order: one(orders, { fields: [orderItems.orderId], references: [orders.id] }),
  })),
  ofHistory: relations(orderHistory, ({ one }) => ({
    order: one(orders, { fields: [orderHistory.orderId], references: [orders.id] }),
  })),
  ofEvents: relations(orderEvents, ({ one }) => ({
    order: one(orders, { fields: [orderEvents.orderId], references: [orders.id] }),
  })),
  ofPayments: relations(orderPayments, ({ one }) => ({
    order: one(orders, { fields: [orderPayments.orderId], references: [orders.id] }),
  })),
  ofShipments: relations(shipments, ({ one, many }) => ({
    order: one(orders, { fields: [shipments.orderId], references: [orders.id] }),
    lines: many(shipmentLines),
  })),
  ofShipmentLines: relations(shipmentLines, ({ one }) => ({
    shipment: one(shipments, { fields: [shipmentLines.shipmentId], references: [shipments.id] }),
  })),
};
