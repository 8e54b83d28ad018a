import { type DestinationStream, pino } from "pino";

type Write = (details: object, message: string) => void;

/** The part of the logger that modules use. */
export interface Log {
  info: Write;
  warn: Write;
  error: Write;
}

/** The server's log. Headers are redacted: they can hold a login token. */
export const createLog = (level: string, destination?: DestinationStream) =>
  pino({ level, redact: { paths: ["headers", "*.headers"], remove: true } }, destination);
