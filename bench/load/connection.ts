import { connect } from "node:net";

const END_OF_HEAD = Buffer.from("\r\n\r\n");

export interface Reply {
  status: number;
  body: Buffer;
}

export interface Asked {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  json?: unknown;
}

/** A request as the bytes that are sent. */
export function toBytes({ path, method = "GET", headers = {}, json }: Asked) {
  const body = json === undefined ? "" : JSON.stringify(json);
  const all: Record<string, string> = { host: "localhost", ...headers };
  if (json !== undefined) all["content-type"] = "application/json";
  if (body) all["content-length"] = `${Buffer.byteLength(body)}`;
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
}

/**
 * One connection that is kept, one request at a time. Its own few lines instead of `node:http`, because what measures
 * must be quicker than what is measured. It understands replies that say how long they are, which all of ours do.
 */
export function openConnection(port: number) {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  let answered: ((reply: Reply) => void) | undefined;
  let chunks: Buffer[] = [];
  let head: { status: number; length: number } | undefined;
  let missing = 0;

  function finish() {
    const reply = { status: head!.status, body: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks) };
    chunks = [];
    head = undefined;
    const tell = answered;
    answered = undefined;
    tell?.(reply);
  }

  function readHead(chunk: Buffer) {
    const before = chunks.length > 0 ? Buffer.concat([...chunks, chunk]) : chunk;
    const end = before.indexOf(END_OF_HEAD);
    chunks = end < 0 ? [before] : [];
    if (end < 0) return;
    const text = before.toString("latin1", 0, end);
    head = {
      status: Number(text.slice(9, 12)),
      length: Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0),
    };
    missing = head.length;
    readBody(before.subarray(end + END_OF_HEAD.length));
  }

  function readBody(chunk: Buffer) {
    missing -= chunk.length;
    chunks.push(chunk);
    if (missing <= 0) finish();
  }

  socket.on("data", (chunk) => (head ? readBody(chunk) : readHead(chunk)));
  const fail = () => {
    const tell = answered;
    answered = undefined;
    tell?.({ status: 0, body: Buffer.alloc(0) });
  };
  socket.on("error", fail);
  socket.on("close", fail);

  return {
    /** Status 0 says that there was no answer. */
    send(bytes: Buffer, tell: (reply: Reply) => void) {
      answered = tell;
      if (socket.destroyed) return fail();
      socket.write(bytes);
    },
    ask(asked: Asked) {
      return new Promise<Reply>((resolve) => this.send(toBytes(asked), resolve));
    },
    close: () => socket.destroy(),
  };
}
export type Connection = ReturnType<typeof openConnection>;
