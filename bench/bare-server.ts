/** The measure of all shares: `node:http` with nothing around it. It sends 5 kB, or as many bytes as `/?bytes=N` says. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const FIVE_KB = Buffer.alloc(5_000, "a");
const ofSize = new Map<string, Buffer>();

function bodyFor(url: string) {
  const bytes = url.split("bytes=")[1];
  if (!bytes) return FIVE_KB;
  const body = ofSize.get(bytes) ?? Buffer.alloc(Number(bytes), "a");
  ofSize.set(bytes, body);
  return body;
}

const server = createServer((request, response) => {
  const body = bodyFor(request.url ?? "/");
  response.writeHead(200, ["content-type", "text/html; charset=utf-8", "content-length", `${body.length}`]);
  response.end(body);
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.on("disconnect", () => process.exit(0));
