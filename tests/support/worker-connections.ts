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

async function bodyOf({ json, form }: CallOptions) {
  if (form) {
    const encoded = new Response(form);
    return { type: encoded.headers.get("content-type")!, bytes: Buffer.from(await encoded.arrayBuffer()) };
  }
  return json === undefined ? undefined : { type: "application/json", bytes: Buffer.from(JSON.stringify(json)) };
}

/** A connection that was just handed to a worker when it was killed is answered by nobody. */
const PATIENCE_MS = 10_000;

/** One connection, kept: every call on it is answered by the same process. */
export function keptConnection(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  async function call(method: string, path: string, options: CallOptions = {}) {
    const body = await bodyOf(options);
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
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const sending = request(url + path, { method, headers, agent, signal }, (reply) => {
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
  return { call, close: () => agent.destroy() };
}
export type KeptConnection = ReturnType<typeof keptConnection>;

/** The value of each line of the figures whose name and labels match. */
export function figures(text: string, name: string, labels: Record<string, string> = {}) {
  return text.split("\n").flatMap((line) => {
    const [, found, inside = "", value] = /^nakshatra_(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    const has = Object.entries(labels).every(([label, text]) => inside.includes(`${label}="${text}"`));
    return found === name && has ? [{ value: Number(value), worker: /worker="(\d+)"/.exec(inside)?.[1] }] : [];
  });
}

export const readFigures = async ({ call }: KeptConnection) =>
  (await call("GET", "/metrics", { token: METRICS_TOKEN })).body;

/** Which worker answers on this connection: the one that counts a call made on it. */
async function workerOf(connection: KeptConnection) {
  const counted = async () => figures(await readFigures(connection), "requests_total", { route: "/healthz" });
  const before = await counted();
  await connection.call("GET", "/healthz");
  const after = await counted();
  const has = (worker: string | undefined) => before.find((one) => one.worker === worker)?.value ?? 0;
  return after.find(({ worker, value }) => value > has(worker))?.worker;
}

/** A connection to each of a shop's workers. The shop's METRICS_TOKEN must be the one above. */
export async function connectToEach(url: string, count: number) {
  const found = new Map<string, KeptConnection>();
  for (let tries = 0; found.size < count; tries += 1) {
    if (tries > 20 * count) throw new Error(`of ${count} workers only ${found.size} answered`);
    const connection = keptConnection(url);
    const worker = await workerOf(connection);
    if (worker === undefined || found.has(worker)) connection.close();
    else found.set(worker, connection);
  }
  onTestFinished(() => {
    for (const connection of found.values()) connection.close();
  });
  return [...found.values()];
}

/** The processes of the shop that a shop's process has started. */
export const workersOf = ({ child }: { child: { pid?: number | undefined } }) => shopProcesses(child.pid!).slice(1);
