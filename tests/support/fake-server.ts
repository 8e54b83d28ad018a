import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** Responds to a request, or leaves it pending by doing nothing. */
export type Answer = (reply: ServerResponse, request: SeenRequest) => void;

export const json =
  (value: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (reply) =>
    reply.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));

/** Responds with the given answers in order, then repeats the last one. */
export async function startFakeServer(...answers: Answer[]) {
  const seen: SeenRequest[] = [];
  let answer: Answer = (reply) => reply.writeHead(500).end();
  const server = createServer(async (request, reply) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const received = { method: request.method!, url: request.url!, headers: request.headers, body };
    seen.push(received);
    server.emit("seen");
    answer = answers.shift() ?? answer;
    answer(reply, received);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    seen,
    answerWith(...next: Answer[]) {
      answers.push(...next);
    },
    /** Resolves when this many requests have arrived in total. */
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
