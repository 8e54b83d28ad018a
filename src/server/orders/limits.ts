import { DAY_MS, HOUR_MS } from "../platform/clock.ts";
import type { Limit } from "../platform/http/rate-limit.ts";

/** Money that an owner records. */
export const recordsByOwner: Limit = { name: "record-payment", tries: 300, seconds: HOUR_MS / 1000 };
/** Mails about cancelled orders that nobody has paid for, to a mailbox: placing and cancelling costs a stranger nothing. */
export const cancelMailsByMailbox: Limit = { name: "cancel-mails", tries: 5, seconds: DAY_MS / 1000 };
