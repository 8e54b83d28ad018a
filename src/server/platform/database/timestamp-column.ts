import { timestamp } from "drizzle-orm/pg-core";

/** A moment as the shop keeps it: with its time zone, to the millisecond, as exactly as JavaScript knows it. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
