import { IncomingMessage, ServerResponse, STATUS_CODES, validateHeaderName, validateHeaderValue } from "node:http";
import { Socket } from "node:net";
import { KEEP_ALIVE_MS } from "./server-limits.ts";

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

/** What Node remembers of a head: undocumented, and the same in all its versions. One that had it no more would be asked in the documented way. */
interface Remembering {
  _header: string | null;
  _headerSent: boolean;
}
const remembers = (response: ServerResponse): response is ServerResponse & Remembering =>
  Object.hasOwn(response, "_header") && Object.hasOwn(response, "_headerSent");
const isKnownNode = remembers(new ServerResponse(new IncomingMessage(new Socket())));

/**
 * Sends a whole answer. Node checks and joins the headers of every answer anew and sends head and body as two pieces: half as much
 * work again as all the rest of a request. Where the connection stays open, the head is therefore said to be sent already and goes
 * with the body; whose turn it is, when an answer has ended and what becomes of the connection stay Node's affair.
 */
export function sendWhole({ method }: IncomingMessage, response: ServerResponse, answer: WholeAnswer) {
  const staysOpen = response.shouldKeepAlive && response.useChunkedEncodingByDefault;
  if (method !== "GET" || !staysOpen || !isKnownNode) {
    response.writeHead(answer.status, answer.headers);
    response.end(method === "HEAD" ? undefined : bodyOf(answer));
    return;
  }
  const now = dateNow();
  if (answer.date !== now) {
    answer.date = now;
    // Whoever has not read the head yet gets the later date as well, which is as true.
    answer.bytes.write(now, answer.dateAt, "latin1");
  }
  response.statusCode = answer.status;
  const headed = response as ServerResponse & Remembering;
  headed._header = answer.date;
  headed._headerSent = true;
  response.end(answer.bytes);
}
