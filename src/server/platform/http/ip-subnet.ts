import { isIPv6 } from "node:net";

const IPV4_MAPPED = /^::ffff:(\d+(?:\.\d+){3})$/i;
const GROUPS = 8;
const SUBNET_GROUPS = 4;

/** What rate limits count as one client: an IPv4 address, or the /64 network that an IPv6 customer gets. */
export function ipSubnet(address: string) {
  const mapped = IPV4_MAPPED.exec(address)?.[1];
  if (mapped || !isIPv6(address)) return mapped ?? address;
  const [start = "", end = ""] = address.split("%")[0]!.split("::");
  const before = start.split(":").filter(Boolean);
  const after = end.split(":").filter(Boolean);
  const zeros = Array<string>(Math.max(0, GROUPS - before.length - after.length)).fill("0");
  const groups = [...before, ...zeros, ...after].slice(0, SUBNET_GROUPS);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
