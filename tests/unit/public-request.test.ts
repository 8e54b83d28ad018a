import { expect, onTestFinished, test } from "vitest";
import { createPublicRequest, ForbiddenUrl } from "../../src/server/platform/http/public-request.ts";
import { json, startFakeServer } from "../support/fake-server.ts";

const OPTIONS = { method: "GET", headers: {}, timeoutMs: 500, maxBytes: 1000 } as const;
const resolveTo = (...addresses: string[]) =>
  createPublicRequest({ publicUrl: "https://shop.example", resolve: async () => addresses });

test.for([
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "127.255.255.254",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.1",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.1.1",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::7f00:1",
  "::ffff:127.0.0.1",
  "::ffff:a00:1",
  "64:ff9b::a00:1",
  "64:ff9b:1::1",
  "100::1",
  "2001::1",
  "2001:db8::1",
  "2002:a00:1::",
  "3fff::1",
  "5f00::1",
  "fc00::1",
  "fd12::1",
  "fe80::1",
  "fec0::1",
  "ff02::1",
])("never connects to %s, neither as an address nor behind a name", async (address) => {
  const literal = address.includes(":") ? `[${address}]` : address;
  await expect(resolveTo()(`https://${literal}/`, OPTIONS)).rejects.toThrow(ForbiddenUrl);
  await expect(resolveTo(address)("https://agent.example/", OPTIONS)).rejects.toThrow(ForbiddenUrl);
  await expect(resolveTo("93.184.216.34", address)("https://agent.example/", OPTIONS)).rejects.toThrow(ForbiddenUrl);
});

test.for([
  "http://agent.example/",
  "ftp://agent.example/",
  "file:///etc/passwd",
  "https://user@agent.example/",
  "https://:secret@agent.example/",
  "agent.example",
  "",
  "https://2130706433/",
  "https://0x7f.1/",
  "https://127.1/",
  "https://localhost/",
  "http://localhost/",
])("refuses the URL %s", async (url) => {
  await expect(resolveTo("93.184.216.34")(url, OPTIONS)).rejects.toThrow(ForbiddenUrl);
});

test("a shop on this machine may call this machine, by name too, and nothing else inside", async () => {
  const server = await startFakeServer(json({ isHere: true }));
  onTestFinished(server.stop);
  const request = createPublicRequest({ publicUrl: "http://localhost:3000", resolve: async () => ["10.0.0.1"] });
  expect((await request(server.url, OPTIONS)).body).toBe('{"isHere":true}');
  expect((await request(server.url.replace("127.0.0.1", "localhost"), OPTIONS)).status).toBe(200);
  await expect(request("https://agent.example/", OPTIONS)).rejects.toThrow(ForbiddenUrl);
  await expect(request("http://10.0.0.1/", OPTIONS)).rejects.toThrow(ForbiddenUrl);
});

test("a name is resolved once: the address that was checked is the one that is called (DNS rebinding)", async () => {
  const server = await startFakeServer(json({}));
  onTestFinished(server.stop);
  const answers = [["127.0.0.1"], ["10.0.0.1"]];
  let asked = 0;
  const resolve = async () => answers[asked++]!;
  const request = createPublicRequest({ publicUrl: "http://localhost:3000", resolve });
  // TLS fails at the plain server, which proves that the connection went to the first address.
  await expect(request(`https://agent.example:${new URL(server.url).port}/`, OPTIONS)).rejects.toThrow(
    /SSL|TLS|EPROTO/i,
  );
  expect(asked).toBe(1);
});

test("an answer in thousands of tiny chunks is cut off early", async () => {
  const server = await startFakeServer((reply) => {
    for (let i = 0; i < 600; i++) reply.write("x");
    reply.end();
  });
  onTestFinished(server.stop);
  const request = createPublicRequest({ publicUrl: "http://localhost:3000" });
  expect(await request(server.url, { ...OPTIONS, maxBytes: 128 * 1024 })).toMatchObject({
    status: 200,
    body: undefined,
  });
});

test("redirects are not followed, long answers are cut and slow ones end", async () => {
  const server = await startFakeServer(
    (reply) => reply.writeHead(302, { location: "http://10.0.0.1/" }).end(),
    json("x".repeat(2000)),
    () => {},
  );
  onTestFinished(server.stop);
  const request = createPublicRequest({ publicUrl: "http://localhost:3000" });
  expect(await request(server.url, OPTIONS)).toMatchObject({ status: 302 });
  expect(await request(server.url, OPTIONS)).toMatchObject({ status: 200, body: undefined });
  await expect(request(server.url, OPTIONS)).rejects.toThrow();
  expect(server.seen).toHaveLength(3);
});
