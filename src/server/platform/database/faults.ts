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
/** Errors of the driver itself, without a code. */
const DRIVER =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/;

type Fault = pg.DatabaseError & NodeJS.ErrnoException;

function hasCause(error: Error, kind: (fault: Fault) => boolean): boolean {
  return kind(error as Fault) || (error.cause instanceof Error && hasCause(error.cause, kind));
}

/** A Unix socket's file is missing while the server is down. */
const isUnreachable = ({ code = "", syscall }: Fault) =>
  WIRE.includes(code) || (code === "ENOENT" && syscall === "connect");

/** The database cannot be reached, or no pooled connection came free in time. */
export const isDatabaseAway = (error: Error) =>
  hasCause(error, (fault) => AWAY.test(fault.code ?? "") || isUnreachable(fault) || DRIVER.test(fault.message));

export const isDatabaseFull = (error: Error) => hasCause(error, ({ code }) => code === DISK_FULL);
