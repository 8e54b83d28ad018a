import type pg from "pg";

/** Connections refused or broken (08), the server stopping, crashed or starting (57P0.), no connection left. */
const AWAY = /^(08...|57P0.|53300)$/;
const DISK_FULL = "53100";
const WIRE = [
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
];
/** What the driver says by itself, without a code. */
const DRIVER =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/;

type Fault = pg.DatabaseError & NodeJS.ErrnoException;

/** Whether an error, or what is behind it, is of this kind. */
function isOfKind(error: Error, kind: (fault: Fault) => boolean): boolean {
  return kind(error as Fault) || (error.cause instanceof Error && isOfKind(error.cause, kind));
}

/** A socket's own file is gone while its server is; any other file that is not there is no matter of the database. */
const isUnreachable = ({ code = "", syscall }: Fault) =>
  WIRE.includes(code) || (code === "ENOENT" && syscall === "connect");

/** Whether a query failed because the database cannot be reached just now, or no connection came free in time. */
export const isDatabaseAway = (error: Error) =>
  isOfKind(error, (fault) => AWAY.test(fault.code ?? "") || isUnreachable(fault) || DRIVER.test(fault.message));

/** Whether the database has no room to write. */
export const isDatabaseFull = (error: Error) => isOfKind(error, ({ code }) => code === DISK_FULL);
