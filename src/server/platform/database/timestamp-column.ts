import { timestamp } from "drizzle-orm/pg-core";

/** With time zone and millisecond precision, like JavaScript's Date. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
