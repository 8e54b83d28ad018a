import { z } from "zod";
import { ShopError } from "../platform/http/errors.ts";
import { ForbiddenUrl, type PublicRequest } from "../platform/http/public-request.ts";
import { limitConcurrency } from "../platform/limit-concurrency.ts";
import type { Platform } from "../platform/platform.ts";
import { protocolError } from "./errors.ts";
import { allProfiles, profilesByHost, profilesByIp } from "./limits.ts";
import { type Agent, capabilityNames, UCP_VERSION } from "./operations.ts";
import { parentsOf } from "./profile.ts";

const TIMEOUT_MS = 3_000;
const MAX_BYTES = 128 * 1024;
/** Lists, objects and colons. A real profile has fewer for its size; many more block the event loop in `JSON.parse`. */
const MAX_PARTS = MAX_BYTES / 16;
const MAX_CACHED = 500;
const MIN_CACHED_SECONDS = 60;
const MAX_CACHED_SECONDS = 3_600;
const MAX_URL_LENGTH = 1_000;

const versions = z.array(z.object({ version: z.string() })).optional();

/** What the shop needs of an agent's profile. Other fields are not looked at, so that a long profile is cheap. */
const agentProfile = z.object({
  ucp: z.object({
    version: z.string(),
    services: z.object({}),
    payment_handlers: z.object({}),
    capabilities: z.object(Object.fromEntries(capabilityNames.map((name) => [name, versions]))).default({}),
  }),
});

function parseProfile(text = "") {
  if (text.split(/[[{:]/, MAX_PARTS + 1).length > MAX_PARTS) return undefined;
  try {
    return agentProfile.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function readProfile(profileUrl: string, text: string | undefined): Agent | ShopError {
  const data = parseProfile(text);
  if (!data) return protocolError("profile_malformed");
  const { version, capabilities } = data.ucp;
  if (version !== UCP_VERSION) return protocolError("version_unsupported");
  const common = capabilityNames.filter((name) => capabilities[name]?.some((one) => one.version === UCP_VERSION));
  const active = common.filter((name) => parentsOf[name]?.some((parent) => common.includes(parent)) ?? true);
  return { profileUrl, capabilities: new Set(active) };
}

const cachedSeconds = (cacheControl = "") => {
  const maxAge = Number(/\bmax-age=(\d{1,9})/.exec(cacheControl)?.[1] ?? 0);
  return Math.min(Math.max(maxAge, MIN_CACHED_SECONDS), MAX_CACHED_SECONDS);
};

type NegotiationDeps = Pick<Platform, "clock" | "limiter"> & { publicRequest: PublicRequest };

/** Reads who calls and what the agent and the shop have in common. Profiles are fetched rarely and kept (LRU cache). */
export function createNegotiation({ clock, limiter, publicRequest }: NegotiationDeps) {
  const cache = new Map<string, { outcome: Agent | ShopError; until: number }>();
  const inFlight = new Map<string, Promise<Agent | ShopError>>();
  const limitFetches = limitConcurrency({ concurrency: 16, maxQueued: 64, maxQueuedPerClient: 8 });

  async function fetchProfile(url: URL) {
    const options = { method: "GET", headers: { accept: "application/json" }, timeoutMs: TIMEOUT_MS } as const;
    try {
      const { status, headers, body } = await publicRequest(url.href, { ...options, maxBytes: MAX_BYTES });
      if (status < 200 || status > 299) return { outcome: protocolError("profile_unreachable") };
      return { outcome: readProfile(url.href, body), cacheControl: headers["cache-control"] };
    } catch (error) {
      // A private address looks like one that does not exist: strangers must not explore the network.
      const isRefused = error instanceof ForbiddenUrl && url.protocol !== "https:";
      return { outcome: protocolError(isRefused ? "invalid_profile_url" : "profile_unreachable") };
    }
  }

  function remember(url: string, outcome: Agent | ShopError, until: number) {
    cache.delete(url);
    cache.set(url, { outcome, until });
    if (cache.size > MAX_CACHED) cache.delete(cache.keys().next().value!);
  }

  async function refresh(url: URL, ip: string) {
    try {
      await limiter.take(profilesByHost, url.hostname);
      await limiter.take(allProfiles, "");
      const { outcome, cacheControl } = await limitFetches(() => fetchProfile(url), ip);
      const seconds = outcome instanceof ShopError ? MIN_CACHED_SECONDS : cachedSeconds(cacheControl);
      remember(url.href, outcome, clock.now().getTime() + seconds * 1000);
      return outcome;
    } finally {
      inFlight.delete(url.href);
    }
  }

  async function read(url: URL, ip: string) {
    const known = cache.get(url.href);
    if (known) remember(url.href, known.outcome, known.until);
    if (known && known.until > clock.now().getTime()) return known.outcome;
    try {
      // Before a fetch is shared, so that one address over its limit refuses nobody else.
      if (!inFlight.has(url.href)) await limiter.take(profilesByIp, ip);
      const reading = inFlight.get(url.href) ?? refresh(url, ip);
      inFlight.set(url.href, reading);
      return await reading;
    } catch (error) {
      // Others use up the limits: a known agent is still served.
      if (known && !(known.outcome instanceof ShopError)) return known.outcome;
      throw error;
    }
  }

  return async (profile = "", ip: string): Promise<Agent> => {
    const url = profile.length > MAX_URL_LENGTH ? null : URL.parse(profile);
    if (!url || url.username || url.password) throw protocolError("invalid_profile_url");
    const outcome = await read(url, ip);
    if (outcome instanceof ShopError) throw outcome;
    return outcome;
  };
}
