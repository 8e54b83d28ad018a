import type { Limit, SharedLimit } from "../platform/http/rate-limit.ts";

const aMinute = (name: string, tries: number): Limit => ({ name: `agent-${name}`, tries, seconds: 60 });

/** Thousands of people share an agent, which calls from few addresses. None by agent: anybody can claim to be one. */
export const readsByIp = aMinute("reads-address", 3_000);
export const cartCallsByIp = aMinute("carts-address", 600);

const HOUR = 60 * 60;
/** New carts and checkouts. A shop of this size has some hundreds an hour from all agents. */
export const creations: SharedLimit = { name: "agent-new", seconds: HOUR, each: 1_000, scarce: 50, all: 20_000 };
/** kB of replies to changes, each at least one: about what is stored, replies for 48 hours. A sale takes about 12. */
export const storedKilobytes: SharedLimit = {
  name: "agent-kilobytes",
  seconds: HOUR,
  each: 8_192,
  scarce: 512,
  all: 65_536,
};
/** Carts that are stored, and checkouts. The oldest of the network make room. */
export const STORED_BY_NETWORK = 2_000;
export const STORED_BY_ALL = 20_000;
/** Of a network while the shop has more than that. */
export const STORED_WHEN_FULL = 100;

/** Profiles that had to be fetched. */
export const profilesByIp = aMinute("profiles-address", 20);
export const profilesByIpInAnHour: Limit = { name: "agent-profiles-hour", tries: 300, seconds: HOUR };
export const profilesOfHost: SharedLimit = { name: "agent-profiles-host", seconds: 60, each: 20, scarce: 3, all: 120 };
export const profiles: SharedLimit = { name: "agent-profiles", seconds: 60, each: 20, scarce: 3, all: 1_200 };

export const wrongCheckoutLinkByIp: Limit = { name: "agent-link-address", tries: 300, seconds: 15 * 60 };
