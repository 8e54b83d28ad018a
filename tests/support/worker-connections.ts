import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { Agent, request } from "node:http";
import { onTestFinished } from "vitest";
import { shopProcesses } from "../../bench/processes.ts";

export const METRICS_TOKEN = "a-token-for-the-figures";

interface CallOptions {
  token?: string | undefined;
  json?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
}

async function encodeBody({ json, form }: CallOptions) {
  if (form) {
    const encoded = new Response(form);
    return { type: encoded.headers.get("content-type")!, bytes: Buffer.from(await encoded.arrayBuffer()) };
  }
  return json === undefined ? undefined : { type: "application/json", bytes: Buffer.from(JSON.stringify(json)) };
}

/** A worker that is killed right after a connection was handed to it never responds. */
const TIMEOUT_MS = 10_000;

/** A keep-alive connection: every call on it reaches the same process. */
export function openConnection(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let localPort: number | undefined;
  async function call(method: string, path: string, options: CallOptions = {}) {
    const body = await encodeBody(options);
    const headers = {
      ...(options.token && { authorization: `Bearer ${options.token}` }),
      ...(body && { "content-type": body.type, "content-length": body.bytes.length }),
      ...options.headers,
    };
    const { promise, resolve, reject } = Promise.withResolvers<{
      status: number;
      headers: NodeJS.Dict<string | string[]>;
      body: string;
    }>();
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const sending = request(url + path, { method, headers, agent, signal }, (reply) => {
      localPort = reply.socket.localPort;
      const chunks: Buffer[] = [];
      reply.on("data", (chunk: Buffer) => chunks.push(chunk));
      reply.on("error", reject);
      reply.on("end", () => {
        resolve({ status: reply.statusCode!, headers: reply.headers, body: Buffer.concat(chunks).toString("utf8") });
      });
    });
    sending.on("error", reject);
    sending.end(body?.bytes);
    const reply = await promise;
    return { ...reply, json: <T>() => JSON.parse(reply.body) as T };
  }
  return { call, localPort: () => localPort!, close: () => agent.destroy() };
}
export type Connection = ReturnType<typeof openConnection>;

/** The values of a metric, one for each set of labels that matches. */
export function metricValues(text: string, name: string, labels: Record<string, string> = {}) {
  return text.split("\n").flatMap((line) => {
    const [, found, inside = "", value] = /^nakshatra_(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    const hasLabels = Object.entries(labels).every(([label, text]) => inside.includes(`${label}="${text}"`));
    return found === name && hasLabels ? [Number(value)] : [];
  });
}

export const readMetrics = async ({ call }: Connection) =>
  (await call("GET", "/metrics", { token: METRICS_TOKEN })).body;

/** The inode of the server's end of a connection, from Linux's table of TCP sockets. */
function serverInode(serverPort: number, clientPort: number) {
  const port = (address: string | undefined) => Number.parseInt(address?.split(":")[1] ?? "", 16);
  const rows = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((file) => readFileSync(file, "utf8").split("\n"));
  const fields = rows.map((row) => row.trim().split(/\s+/));
  return fields.find(([, local, remote]) => port(local) === serverPort && port(remote) === clientPort)?.[9];
}

function holdsSocket(pid: number, inode: string | undefined) {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).some((fd) => readlinkSync(`${folder}/${fd}`) === `socket:[${inode}]`);
  } catch {
    // The process or the descriptor has been closed meanwhile.
    return false;
  }
}

interface ClusteredShop {
  url: string;
  child: { pid?: number | undefined };
}

/** The worker processes of a shop. */
export const workersOf = ({ child }: Pick<ClusteredShop, "child">) => shopProcesses(child.pid!).slice(1);

/** The worker that serves a connection. */
async function findWorker(shop: ClusteredShop, connection: Connection) {
  await connection.call("GET", "/healthz");
  const inode = serverInode(Number(new URL(shop.url).port), connection.localPort());
  return workersOf(shop).find((pid) => holdsSocket(pid, inode));
}

/** Opens a connection to each of a shop's workers. */
export async function connectToEach(shop: ClusteredShop, count: number) {
  const found = new Map<number, Connection>();
  for (let tries = 0; found.size < count; tries += 1) {
    if (tries > 20 * count) throw new Error(`only ${found.size} of ${count} workers responded`);
    const connection = openConnection(shop.url);
    const worker = await findWorker(shop, connection);
    if (worker === undefined || found.has(worker)) connection.close();
    else found.set(worker, connection);
  }
  onTestFinished(() => {
    for (const connection of found.values()) connection.close();
  });
  return [...found.values()];
}
