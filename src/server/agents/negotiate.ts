import { z } from "zod";
import { ShopError } from "../platform/http/errors.ts";
import { ipSubnet } from "../platform/http/ip-subnet.ts";
import { ForbiddenUrl, type PublicRequest } from "../platform/http/public-request.ts";
import { limitConcurrency } from "../platform/limit-concurrency.ts";
import type { Platform } from "../platform/platform.ts";
import { protocolError } from "./errors.ts";
import { profiles, profilesByIp, profilesByIpInAnHour, profilesOfHost } from "./limits.ts";
import { type Agent, capabilityNames, UCP_VERSION } from "./operations.ts";
import { parentsOf } from "./profile.ts";

const TIMEOUT_MS = 3_000;
const MAX_BYTES = 128 * 1024;
/** Lists, objects and colons. A real profile has fewer for its size; many more block the event loop in `JSON.parse`. */
const MAX_PARTS = MAX_BYTES / 16;
const MAX_CACHED = 500;
/** Fetches at a time in a process, and of one address. */
const CONCURRENCY = 32;
const OF_AN_ADDRESS = 4;
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

interface NegotiationDeps extends Pick<Platform, "clock" | "limiter"> {
  publicRequest: PublicRequest;
  /** Waits for the agents' part of the database. */
  inTurn<T>(work: () => Promise<T>, ip: string): Promise<T>;
}

interface Known {
  outcome: Agent | ShopError;
  until: number;
  /** Who had it fetched. */
  by: string;
}

/** Reads who calls and what the agent and the shop have in common. Profiles are fetched rarely and kept. */
export function createNegotiation({ clock, limiter, publicRequest, inTurn }: NegotiationDeps) {
  /** The least recently used first. */
  const cache = new Map<string, Known>();
  const inFlight = new Map<string, Promise<Agent | ShopError>>();
  const limitFetches = limitConcurrency({
    concurrency: CONCURRENCY,
    maxQueued: 256,
    maxQueuedPerClient: 8,
    maxRunningPerClient: OF_AN_ADDRESS,
  });

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

  /** LRU eviction from the address that had most profiles fetched: many from a few do not displace those of others. */
  function makeRoom() {
    const counts = new Map<string, number>();
    for (const { by } of cache.values()) counts.set(by, (counts.get(by) ?? 0) + 1);
    const most = Math.max(...counts.values());
    const oldest = [...cache].find(([, { by }]) => counts.get(by) === most);
    cache.delete(oldest![0]);
  }

  function remember(url: string, known: Known) {
    cache.delete(url);
    cache.set(url, known);
    if (cache.size > MAX_CACHED) makeRoom();
  }

  async function countFetch({ hostname }: URL, ip: string) {
    await limiter.take(profilesByIp, ip);
    await limiter.take(profilesByIpInAnHour, ip);
    await limiter.checkShare(profilesOfHost, ip, hostname);
    await limiter.checkShare(profiles, ip);
    await limiter.addToShare(profilesOfHost, ip, hostname);
    await limiter.addToShare(profiles, ip);
  }

  async function refresh(url: URL, ip: string) {
    try {
      await inTurn(() => countFetch(url, ip), ip);
      const { outcome, cacheControl } = await limitFetches(() => fetchProfile(url), ipSubnet(ip));
      const seconds = outcome instanceof ShopError ? MIN_CACHED_SECONDS : cachedSeconds(cacheControl);
      remember(url.href, { outcome, until: clock.now().getTime() + seconds * 1000, by: ipSubnet(ip) });
      return outcome;
    } finally {
      inFlight.delete(url.href);
    }
  }

  async function fetchOnce(url: URL, ip: string) {
    // A fetch under way is shared. Where who began it is over a limit, the next one tries: that refuses nobody else.
    for (let shared = inFlight.get(url.href); shared; shared = inFlight.get(url.href)) {
      const outcome = await shared.catch(() => undefined);
      if (outcome) return outcome;
    }
    const own = refresh(url, ip);
    inFlight.set(url.href, own);
    return own;
  }

  async function read(url: URL, ip: string) {
    const known = cache.get(url.href);
    if (known) remember(url.href, known);
    if (known && known.until > clock.now().getTime()) return known.outcome;
    try {
      return await fetchOnce(url, ip);
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
