import type { Limit } from "../platform/http/rate-limit.ts";

/** Pictures that had to be drawn. Crawlers of messengers ask for many from one address, mostly for cached ones. */
export const drawnPicturesByIp: Limit = { name: "drawn-picture-address", tries: 300, seconds: 15 * 60 };
