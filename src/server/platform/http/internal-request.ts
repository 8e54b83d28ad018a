import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";

/** Whether a page made this call inside the process, through `app.inject`: such a request has no network socket. */
export const isInternalRequest = ({ raw }: { raw: IncomingMessage }) => !(raw.socket instanceof Socket);
