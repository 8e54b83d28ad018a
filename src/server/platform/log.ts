import { type DestinationStream, pino } from "pino";

type Write = (details: object, message: string) => void;

export interface Log {
  info: Write;
  warn: Write;
  error: Write;
}

/** The server's log. Headers are redacted: they can hold a login token. */
export const createLog = (level: string, destination?: DestinationStream) =>
  pino({ level, redact: { paths: ["headers", "*.headers"], remove: true } }, destination);

/** The reason of a failure, for the log. A failed query carries its parameters, so the cause is used instead. */
export function errorMessage(error: unknown) {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
