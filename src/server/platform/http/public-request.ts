import { Resolver } from "node:dns/promises";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { type RequestOptions, sendRequest } from "./http-request.ts";

/** Addresses inside the shop's own network or of no host (RFC 6890). IPv4 ranges include their IPv4-mapped addresses. */
const FORBIDDEN_RANGES = [
  ..."0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24".split(" "),
  ..."192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4".split(" "),
  ..."::/96 64:ff9b::/32 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16".split(" "),
  ..."fc00::/7 fe80::/9 ff00::/8".split(" "),
];
const DNS_TIMEOUT_MS = 2_000;

function blockListOf(ranges: string[]) {
  const list = new BlockList();
  for (const range of ranges) {
    const [network, bits] = range.split("/") as [string, string];
    list.addSubnet(network, Number(bits), network.includes(":") ? "ipv6" : "ipv4");
  }
  return list;
}

const forbidden = blockListOf(FORBIDDEN_RANGES);
const loopback = blockListOf(["127.0.0.0/8", "::1/128"]);
const isIn = (list: BlockList, address: string) => list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

/** The URL is none that strangers may make the shop call. */
export class ForbiddenUrl extends Error {}

type Resolve = (hostname: string) => Promise<string[]>;

/** Asks DNS servers without the thread pool of `dns.lookup`, which a slow server could exhaust. */
async function resolvePublic(hostname: string) {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 1 });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  if (found.length === 0) throw (answers[0] as PromiseRejectedResult).reason;
  return found;
}

/**
 * Requests to URLs that strangers name (SSRF protection): https, a host whose every address is public, no redirects. The
 * connection goes to an address that was checked. A shop that runs on loopback may also call loopback, by http, too.
 */
export function createPublicRequest({ publicUrl, resolve = resolvePublic }: { publicUrl: string; resolve?: Resolve }) {
  const isLocal = (hostname: string) => hostname === "localhost" || (isIP(hostname) > 0 && isIn(loopback, hostname));
  const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, "");
  const isLocalShop = isLocal(hostOf(new URL(publicUrl)));
  const isAllowed = (address: string) => !isIn(forbidden, address) || (isLocalShop && isIn(loopback, address));

  async function findAddresses(hostname: string) {
    if (isIP(hostname)) return [hostname];
    return isLocal(hostname) ? ["127.0.0.1"] : resolve(hostname);
  }

  /** Throws if the address is none to call. */
  async function check(text: string) {
    const url = URL.parse(text);
    if (!url || url.username || url.password) throw new ForbiddenUrl("This is no plain address.");
    const hostname = hostOf(url);
    const isLocalCall = isLocalShop && isLocal(hostname);
    if (url.protocol !== "https:" && !(url.protocol === "http:" && isLocalCall))
      throw new ForbiddenUrl("The address must start with https://.");
    const addresses = await findAddresses(hostname);
    if (!addresses.every(isAllowed)) throw new ForbiddenUrl("The address is not a public one.");
    return { url, addresses };
  }

  async function request(text: string, options: Omit<RequestOptions, "lookup">) {
    const deadline = performance.now() + options.timeoutMs;
    const { url, addresses } = await check(text);
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    const lookup: LookupFunction = (_hostname, { all }, callback) => {
      if (all) callback(null, found);
      else callback(null, found[0]!.address, found[0]!.family);
    };
    return sendRequest(url.href, { ...options, timeoutMs: Math.max(1, deadline - performance.now()), lookup });
  }
  return Object.assign(request, { check });
}
export type PublicRequest = ReturnType<typeof createPublicRequest>;
