import type { Limit } from "../platform/http/rate-limit.ts";

const aMinute = (name: string, tries: number): Limit => ({ name: `agent-${name}`, tries, seconds: 60 });

/** Thousands of people share an agent, and an agent calls from few addresses. */
export const readsByIp = aMinute("reads-address", 3_000);
export const cartCallsByIp = aMinute("carts-address", 1_200);
/** By agent and address: anybody can claim to be an agent, and must not use up its calls. */
export const cartCallsByAgent = aMinute("carts", 600);

/** Profiles that had to be fetched. */
export const profilesByIp = aMinute("profiles-address", 20);
export const profilesByHost = aMinute("profiles-host", 60);
export const allProfiles = aMinute("profiles", 600);

/** Wrong links of checkouts only. */
export const wrongCheckoutLinkByIp: Limit = { name: "agent-link-address", tries: 300, seconds: 15 * 60 };
