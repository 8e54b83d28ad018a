import { type DestinationStream, pino } from "pino";

/** The shop's log. Libraries write down what they were handed; the headers of a call, which hold a login, are left out. */
export const createLog = (level: string, destination?: DestinationStream) =>
  pino({ level, redact: { paths: ["headers", "*.headers"], remove: true } }, destination);
