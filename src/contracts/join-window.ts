/** Free of zod: the browser imports it too. */
export const JOIN_MINUTES_BEFORE = 10;

/** From when a call can be joined. Until its end. */
export const joinOpensAt = (startsAt: Date) => new Date(startsAt.getTime() - JOIN_MINUTES_BEFORE * 60_000);
