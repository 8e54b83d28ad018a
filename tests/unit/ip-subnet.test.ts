import { expect, test } from "vitest";
import { coarseNetwork, ipSubnet } from "../../src/server/platform/http/ip-subnet.ts";

test.for([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:0001:2::6", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["asha@example.com", "asha@example.com"],
  ["", ""],
] as const)("%s is counted as %s", ([address, network]) => {
  expect(ipSubnet(address)).toBe(network);
});

test.for([
  ["203.0.113.7", "203.0.113.0/24"],
  ["::ffff:203.0.113.7", "203.0.113.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["::1", "0:0:0::/48"],
] as const)("%s is shown as %s", ([address, network]) => {
  expect(coarseNetwork(address)).toBe(network);
});
