import type { Orders } from "../orders/service.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import type { Gateway } from "./gateway.ts";

export interface PaymentDeps {
  db: Database;
  clock: Clock;
  orders: Orders;
  gateway: Gateway;
  log: { warn(details: object, message: string): void };
}
