import { isIPv6 } from "node:net";

const IPV4_MAPPED = /^::ffff:(\d+(?:\.\d+){3})$/i;
const GROUPS = 8;

/** The network prefix of an IPv6 address. An IPv4 address, also an IPv4-mapped one, is returned in full. */
function ipv6Network(ip: string, groupCount: number) {
  const mapped = IPV4_MAPPED.exec(ip)?.[1];
  if (mapped || !isIPv6(ip)) return mapped ?? ip;
  const [start = "", end = ""] = ip.split("%")[0]!.split("::");
  const before = start.split(":").filter(Boolean);
  const after = end.split(":").filter(Boolean);
  const zeros = Array<string>(Math.max(0, GROUPS - before.length - after.length)).fill("0");
  const groups = [...before, ...zeros, ...after].slice(0, groupCount);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/${groupCount * 16}`;
}

/** One client for rate limits: an IPv4 address or the /64 network of an IPv6 customer. */
export const ipSubnet = (ip: string) => ipv6Network(ip, 4);

/** The truncated address in the activity log: its /24 or /48 network, such as `203.0.113.0/24`. */
export const coarseNetwork = (ip: string) => ipv6Network(ip, 3).replace(/^(\d+\.\d+\.\d+)\.\d+$/, "$1.0/24");
