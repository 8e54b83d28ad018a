import { Agent, request as httpRequest } from "node:http";
import { connect } from "node:net";

export interface Response {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Sends only these headers, on a connection of its own, and leaves the body as it came; `fetch` would decompress it. */
export function request(url: string, headers: Record<string, string> = {}, method = "GET") {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  httpRequest(url, { method, headers, agent: false }, (reply) => {
    const chunks: Buffer[] = [];
    reply.on("data", (chunk: Buffer) => chunks.push(chunk));
    reply.on("error", reject);
    reply.on("end", () => resolve({ status: reply.statusCode!, headers: reply.headers, body: Buffer.concat(chunks) }));
  })
    .on("error", reject)
    .end();
  return promise;
}

export const text = async (url: string) => (await request(url)).body.toString("utf8");

/** Only responses that went through a route carry a request id; cached ones do not. */
export const isFromCache = ({ headers }: Response) => headers["x-request-id"] === undefined;

/** A TCP connection that sends bytes as they are, including those that no HTTP client would send. */
export function openSocket(url: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  let isReadingOneChunk = false;
  socket.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    if (isReadingOneChunk) socket.pause();
  });
  socket.on("error", () => {});
  const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
  const received = () => Buffer.concat(chunks);
  return {
    send: (bytes: string | Uint8Array) => void socket.write(bytes),
    /** Reads nothing until it is resumed. */
    pause: () => void socket.pause(),
    resume() {
      isReadingOneChunk = false;
      socket.resume();
    },
    destroy: () => void socket.destroy(),
    /** Reads one chunk and pauses again. */
    readChunk() {
      isReadingOneChunk = true;
      socket.resume();
    },
    received,
    /** Everything received until the server closed the connection. */
    async bytes() {
      await closed;
      return received();
    },
    /** The first response, once the server has closed the connection. */
    async response() {
      const [head = "", body = ""] = (await this.bytes()).toString("utf8").split("\r\n\r\n");
      const [first = "", ...lines] = head.split("\r\n");
      const headers = Object.fromEntries(lines.map((line) => line.split(": ") as [string, string]));
      return { status: Number(first.split(" ")[1]), headers, body };
    },
  };
}

/** Sends the bytes and returns the response. The server has to close the connection: send `connection: close`, or an error. */
export async function sendRaw(url: string, bytes: string | Uint8Array) {
  const socket = openSocket(url);
  socket.send(bytes);
  return socket.response();
}

interface CallOptions {
  token?: string;
  json?: unknown;
}

/** Calls from one loopback address, so that a test has clients that rate limits tell apart. */
export function openLoopbackClient(url: string, localAddress: string, maxSockets: number) {
  const agent = new Agent({ keepAlive: true, maxSockets });
  const { port } = new URL(url);
  const at = { host: "127.0.0.1", port: Number(port), localAddress };

  function call(method: string, path: string, { token, json }: CallOptions = {}) {
    const body = json === undefined ? undefined : JSON.stringify(json);
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { "content-type": "application/json" }),
    };
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
    const sending = httpRequest({ ...at, method, path, headers, agent }, (reply) => {
      let text = "";
      reply.setEncoding("utf8");
      reply.on("data", (chunk: string) => {
        text += chunk;
      });
      reply.on("error", reject);
      reply.on("end", () => resolve({ status: reply.statusCode!, body: text }));
    });
    sending.on("error", reject);
    sending.end(body);
    return promise;
  }

  return {
    call,
    /** Sends bytes on a connection of its own and reads nothing. */
    stall(bytes: string) {
      const socket = connect(at, () => socket.write(bytes));
      socket.on("error", () => {});
      socket.pause();
      return socket;
    },
    close: () => agent.destroy(),
  };
}
export type LoopbackClient = ReturnType<typeof openLoopbackClient>;
