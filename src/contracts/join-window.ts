/** Free of zod: the browser imports it too. */
export const JOIN_MINUTES_BEFORE = 10;

/** A call can be joined from this time until its end. */
export const joinOpensAt = (startsAt: Date) => new Date(startsAt.getTime() - JOIN_MINUTES_BEFORE * 60_000);
