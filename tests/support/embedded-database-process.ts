import { startEmbeddedPostgres } from "../../src/server/platform/embedded-postgres/supervisor.ts";

/**
 * Only the shop's database, as a process that a test can kill: `node embedded-database-process.ts FOLDER`
 * writes JSON lines to stdout and exits when stdin ends.
 */
const print = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);

try {
  const database = await startEmbeddedPostgres({
    folder: process.argv[2] ?? "",
    progress: (progress) => print({ progress }),
    settings: { fsync: "off" },
    readyTimeoutMs: Number(process.argv[3] ?? 20_000),
  });
  print({ connection: database.logins.shop, version: database.version });
  process.stdin.resume().on("end", () => database.stop());
} catch (error) {
  print({
    refused: error instanceof Error ? error.message : String(error),
    name: error instanceof Error && error.name,
  });
  process.exitCode = 1;
}
