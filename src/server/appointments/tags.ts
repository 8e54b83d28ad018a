import { TIMED } from "../platform/response-cache/store.ts";

/** The cache tag of what shows next free times. See docs/caching.md. */
export const TIMES_TAG = `${TIMED}times`;
