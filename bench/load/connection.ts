import { connect } from "node:net";

const END_OF_HEAD = Buffer.from("\r\n\r\n");

export interface Reply {
  status: number;
  body: Buffer;
}

export interface RequestOptions {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  json?: unknown;
}

/** The bytes of a request. */
export function toBytes({ path, method = "GET", headers = {}, json }: RequestOptions) {
  const body = json === undefined ? "" : JSON.stringify(json);
  const all: Record<string, string> = { host: "localhost", ...headers };
  if (json !== undefined) all["content-type"] = "application/json";
  if (body) all["content-length"] = `${Buffer.byteLength(body)}`;
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
}

/**
 * A keep-alive connection with one request at a time. Not `node:http`, which would take more of the processor
 * than the shop. It reads responses with a content-length only.
 */
export function openConnection(port: number) {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  let onReply: ((reply: Reply) => void) | undefined;
  let chunks: Buffer[] = [];
  let head: { status: number; length: number } | undefined;
  let missing = 0;

  function finish() {
    const reply = { status: head!.status, body: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) };
    chunks = [];
    head = undefined;
    const resolve = onReply;
    onReply = undefined;
    resolve?.(reply);
  }

  function readHead(chunk: Buffer) {
    const received = chunks.length > 0 ? Buffer.concat([...chunks, chunk]) : chunk;
    const end = received.indexOf(END_OF_HEAD);
    chunks = end < 0 ? [received] : [];
    if (end < 0) return;
    const text = received.toString("latin1", 0, end);
    head = {
      status: Number(text.slice(9, 12)),
      length: Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0),
    };
    missing = head.length;
    readBody(received.subarray(end + END_OF_HEAD.length));
  }

  function readBody(chunk: Buffer) {
    missing -= chunk.length;
    chunks.push(chunk);
    if (missing <= 0) finish();
  }

  socket.on("data", (chunk) => (head ? readBody(chunk) : readHead(chunk)));
  const fail = () => {
    const resolve = onReply;
    onReply = undefined;
    resolve?.({ status: 0, body: Buffer.alloc(0) });
  };
  socket.on("error", fail);
  socket.on("close", fail);

  return {
    /** Status 0 means that there was no response. */
    send(bytes: Buffer, resolve: (reply: Reply) => void) {
      onReply = resolve;
      if (socket.destroyed) return fail();
      socket.write(bytes);
    },
    request(options: RequestOptions) {
      return new Promise<Reply>((resolve) => this.send(toBytes(options), resolve));
    },
    close: () => socket.destroy(),
  };
}
export type Connection = ReturnType<typeof openConnection>;
