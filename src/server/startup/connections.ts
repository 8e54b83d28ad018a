/** Connections reserved for the primary process, commands that run beside the shop, and manual access. */
export const SPARE_CONNECTIONS = 20;
export const MIN_CONNECTIONS = 2;
/** Each worker holds one connection for LISTEN. */
export const LISTEN_CONNECTIONS = 1;

/** What the embedded database takes. */
export const connectionsFor = (workers: number) =>
  Math.max(100, SPARE_CONNECTIONS + workers * (2 * MIN_CONNECTIONS + LISTEN_CONNECTIONS) + LISTEN_CONNECTIONS);
