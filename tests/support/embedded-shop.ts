import { startEmbeddedPostgres } from "../../src/server/platform/embedded-postgres/supervisor.ts";

/**
 * A shop reduced to its database, as a process of its own that a test can kill:
 * `node embedded-shop.ts FOLDER` says on its output what happened, one JSON value a line, and ends when its input ends.
 */
const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);

try {
  const database = await startEmbeddedPostgres({
    folder: process.argv[2] ?? "",
    progress: (progress) => say({ progress }),
    settings: { fsync: "off" },
    patienceMs: Number(process.argv[3] ?? 20_000),
  });
  say({ connection: database.connection, version: database.version });
  process.stdin.resume().on("end", () => database.stop());
} catch (error) {
  say({ refused: error instanceof Error ? error.message : String(error), name: error instanceof Error && error.name });
  process.exitCode = 1;
}
