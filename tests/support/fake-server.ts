import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** Answers a request; one that does nothing leaves the caller waiting. */
export type Answer = (reply: ServerResponse, request: SeenRequest) => void;

export const json =
  (value: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (reply) =>
    reply.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));

/** A remote system that answers as a test tells it, one answer after the other; the last one stays. */
export async function startFakeServer(...answers: Answer[]) {
  const seen: SeenRequest[] = [];
  let answer: Answer = (reply) => reply.writeHead(500).end();
  const server = createServer(async (request, reply) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const one = { method: request.method!, url: request.url!, headers: request.headers, body };
    seen.push(one);
    server.emit("seen");
    answer = answers.shift() ?? answer;
    answer(reply, one);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    seen,
    answerWith(...next: Answer[]) {
      answers.push(...next);
    },
    /** Waits until so many requests have arrived in all. */
    async hasSeen(count: number) {
      while (seen.length < count) await once(server, "seen");
      return seen.slice(0, count);
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
export type FakeServer = Awaited<ReturnType<typeof startFakeServer>>;
