/** The baseline of the benchmarks: a bare `node:http` server. Sends 5 kB, or N bytes for `/?bytes=N`. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const FIVE_KB = Buffer.alloc(5_000, "a");
const bodies = new Map<string, Buffer>();

function bodyFor(url: string) {
  const bytes = url.split("bytes=")[1];
  if (!bytes) return FIVE_KB;
  const body = bodies.get(bytes) ?? Buffer.alloc(Number(bytes), "a");
  bodies.set(bytes, body);
  return body;
}

const server = createServer((request, response) => {
  const body = bodyFor(request.url ?? "/");
  response.writeHead(200, ["content-type", "text/html; charset=utf-8", "content-length", `${body.length}`]);
  response.end(body);
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.on("disconnect", () => process.exit(0));
