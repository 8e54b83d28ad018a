import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { type HttpErrorCode, httpError } from "./errors.ts";

const codes: Record<string, HttpErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: "too_slow",
  HPE_HEADER_OVERFLOW: "headers_too_large",
};

/** Responds to malformed or incomplete HTTP in the shape of `apiProblem` and closes the connection. */
export function handleClientError(headers: Record<string, string>) {
  return (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return socket.destroy();
    const problem = httpError(codes[error.code ?? ""] ?? "bad_request");
    const body = JSON.stringify(problem.toReply());
    const lines = Object.entries({
      ...headers,
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(body),
      "cache-control": "no-store",
      connection: "close",
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join("")}\r\n${body}`);
    socket.destroySoon();
  };
}
