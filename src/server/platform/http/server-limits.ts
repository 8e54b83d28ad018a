const KIBIBYTE = 1024;
const SECOND = 1000;

/** Timeouts for slow clients. */
export interface RequestTimeouts {
  /** From the first byte to the end of the headers. */
  headersMs: number;
  /** From the first byte to the last. Allows for eight pictures over a slow line. */
  requestMs: number;
  /** No byte in either direction. */
  idleMs: number;
  /** No byte read of a finished response. */
  drainMs: number;
  checkEveryMs: number;
}

export const DEFAULT_TIMEOUTS: RequestTimeouts = {
  headersMs: 20 * SECOND,
  requestMs: 300 * SECOND,
  idleMs: 120 * SECOND,
  drainMs: 10 * SECOND,
  checkEveryMs: 5 * SECOND,
};

/** Longer than a proxy in front keeps a connection, so that the proxy is the one to close it. */
export const KEEP_ALIVE_MS = 72 * SECOND;
/** Limit for JSON requests. Multipart forms have their own limits. */
export const MAX_BODY_BYTES = 1024 * KIBIBYTE;
export const MAX_HEADER_BYTES = 16 * KIBIBYTE;

/** Browsers do not pipeline, so more than one request at a time on a connection is rare. */
export const MAX_RUNNING_PER_CONNECTION = 16;
export const MAX_QUEUED_PER_CONNECTION = 256;
