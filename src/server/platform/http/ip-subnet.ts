import { isIPv6 } from "node:net";

const MAPPED = /^::ffff:(\d+(?:\.\d+){3})$/i;
const GROUPS = 8;
const OF_THE_NETWORK = 4;

/** Who is counted as one: an IPv4 address, or the /64 network that every IPv6 line gets for itself, with more addresses than there are tries. */
export function ipSubnet(address: string) {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped || !isIPv6(address)) return mapped ?? address;
  const [start = "", end = ""] = address.split("%")[0]!.split("::");
  const before = start.split(":").filter(Boolean);
  const after = end.split(":").filter(Boolean);
  const gap = Array<string>(Math.max(0, GROUPS - before.length - after.length)).fill("0");
  const groups = [...before, ...gap, ...after].slice(0, OF_THE_NETWORK);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
