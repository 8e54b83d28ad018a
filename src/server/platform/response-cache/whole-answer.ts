import { IncomingMessage, ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from "node:http";
import { Socket } from "node:net";
import { KEEP_ALIVE_MS } from "../http/server-limits.ts";

/** An answer as it goes over the line, head and body in one piece. */
export interface WholeAnswer {
  status: number;
  /** Names and values in turn, without those of the moment. */
  headers: string[];
  bytes: Buffer;
  /** What stands in the bytes, and where. */
  date: string;
  dateAt: number;
  bodyAt: number;
}

const KEPT_ALIVE = `connection: keep-alive\r\nkeep-alive: timeout=${Math.floor(KEEP_ALIVE_MS / 1000)}`;

let second = 0;
let date = "";

/** Of the same length at any time, so that one can be written over another. */
function dateNow() {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    date = new Date(now * 1000).toUTCString();
  }
  return date;
}

/** Checks the headers once and for all, as Node would for every visitor. */
export function toWholeAnswer(status: number, headers: Record<string, string>, body: Uint8Array): WholeAnswer {
  const lines = Object.entries(headers).map(([name, value]) => {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return `${name}: ${value}\r\n`;
  });
  const start = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}date: `;
  const head = Buffer.from(`${start}${dateNow()}\r\n${KEPT_ALIVE}\r\n\r\n`, "latin1");
  // Not of Node's common pool, of which the smallest answer would hold fast a whole block.
  const bytes = Buffer.allocUnsafeSlow(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  const flat = Object.entries(headers).flat();
  return { status, headers: flat, bytes, date, dateAt: start.length, bodyAt: head.length };
}

export const bodyOf = ({ bytes, bodyAt }: WholeAnswer) => bytes.subarray(bodyAt);

/** What Node notes of an exchange, undocumented and for many versions the same; one that no longer did is asked in the documented way. */
type NotedRequest = IncomingMessage & { _dumped?: boolean };
type NotedResponse = ServerResponse & { _header?: string; _headerSent?: boolean };

const isNodeAsKnown = (() => {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  return ["_header", "_headerSent"].every((note) => Object.hasOwn(response, note)) && Object.hasOwn(request, "_dumped");
})();

/** Says of an answer that its head is sent, for it goes with the body, and of the request that nobody will read what it brings. */
function noteAsSent(request: NotedRequest, response: NotedResponse) {
  response._header = "sent";
  response._headerSent = true;
  // What has come while the answer was being made is for Node to clear away, or it would read no further.
  if (request.readableLength === 0) request._dumped = true;
}

/**
 * Sends a whole answer. For every answer Node checks and joins the headers anew, sends head and body as two pieces and reads the
 * request's missing body to its end: half as much work again as all the rest. Where the connection stays open, this is left out;
 * whose turn it is, when an answer has ended and what becomes of the connection remain Node's affair.
 */
export function sendWhole(request: IncomingMessage, response: ServerResponse, answer: WholeAnswer) {
  const staysOpen = response.shouldKeepAlive && response.useChunkedEncodingByDefault;
  if (request.method !== "GET" || !staysOpen || !isNodeAsKnown) {
    response.writeHead(answer.status, answer.headers);
    response.end(request.method === "HEAD" ? undefined : bodyOf(answer));
    return;
  }
  const now = dateNow();
  if (answer.date !== now) {
    answer.date = now;
    // Whoever has not read the head yet gets the later date as well, which is as true.
    answer.bytes.write(now, answer.dateAt, "latin1");
  }
  response.statusCode = answer.status;
  noteAsSent(request, response);
  response.end(answer.bytes);
}
