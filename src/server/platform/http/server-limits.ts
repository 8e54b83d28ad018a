const KIBIBYTE = 1024;
const SECOND = 1000;

/** How long somebody may take to say what they want. */
export interface RequestTimeouts {
  /** From the first byte to the end of the headers. */
  headersMs: number;
  /** From the first byte to the last: eight pictures over a slow line. */
  requestMs: number;
  /** Neither a byte sent nor one read. */
  silenceMs: number;
  checkEveryMs: number;
}

const PATIENCE: RequestTimeouts = {
  headersMs: 20 * SECOND,
  requestMs: 300 * SECOND,
  silenceMs: 120 * SECOND,
  checkEveryMs: 5 * SECOND,
};

/** How long a connection waits for its next request; longer than a proxy in front would, so that the proxy is the one to end it. */
export const KEEP_ALIVE_MS = 72 * SECOND;

/** Of a call; a multipart form is read piece by piece and has limits of its own. */
const MAX_BODY_BYTES = 1024 * KIBIBYTE;
const MAX_HEADER_BYTES = 16 * KIBIBYTE;

/** How much, and how slowly, anybody may send. */
export const serverLimits = ({ headersMs, requestMs, silenceMs, checkEveryMs }: RequestTimeouts = PATIENCE) => ({
  bodyLimit: MAX_BODY_BYTES,
  requestTimeout: requestMs,
  connectionTimeout: silenceMs,
  keepAliveTimeout: KEEP_ALIVE_MS,
  http: { headersTimeout: headersMs, connectionsCheckingInterval: checkEveryMs, maxHeaderSize: MAX_HEADER_BYTES },
});
