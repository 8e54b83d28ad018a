import type { Limit } from "../platform/http/rate-limit.ts";

const aMinute = (name: string, tries: number): Limit => ({ name: `agent-${name}`, tries, seconds: 60 });

/** Thousands of people share an agent, which calls from few addresses. None by agent: anybody can claim to be one. */
export const readsByIp = aMinute("reads-address", 3_000);
export const cartCallsByIp = aMinute("carts-address", 1_200);

/** Profiles that had to be fetched. */
export const profilesByIp = aMinute("profiles-address", 20);
export const profilesByHost = aMinute("profiles-host", 60);
export const allProfiles = aMinute("profiles", 600);

export const wrongCheckoutLinkByIp: Limit = { name: "agent-link-address", tries: 300, seconds: 15 * 60 };
