import type { Config } from "../config.ts";
import { DatabaseError } from "../platform/database/database.ts";
import { EmbeddedPostgresError } from "../platform/embedded-postgres/errors.ts";
import { ConfigError } from "../platform/environment.ts";
import { WorkerError } from "./start-workers.ts";

/** Failures that a person at the terminal can fix get one line without a stack. */
function explain(error: unknown, config?: Config) {
  if (error instanceof ConfigError) return `The shop did not start. ${error.message}`;
  if (error instanceof EmbeddedPostgresError || error instanceof DatabaseError || error instanceof WorkerError)
    return error.message;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "EADDRINUSE")
    return `Port ${config?.port} is already in use; stop the other program or choose another, for example PORT=3001.`;
  if (code === "EACCES" || code === "EROFS")
    return `The shop cannot write to ${(error as NodeJS.ErrnoException).path ?? config?.dataDir}; choose another folder, for example DATA_DIR=./data.`;
  return undefined;
}

export const describeStartupError = (error: unknown, config?: Config) =>
  explain(error, config) ?? String(error instanceof Error ? error.stack : error);
