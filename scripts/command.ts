import "../src/server/fast-imports.ts";
import path from "node:path";
import { parseArgs } from "node:util";

/** Exits with one readable line instead of a stack trace. */
function exitWithMessage(error: unknown, more = ""): never {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  console.error(`${line.replace(/\.?$/, ".")} ${more}`.trim());
  process.exit(1);
}

interface Command<T> {
  /** Printed with an error of `parse`. */
  usage: string;
  /** Reads the arguments; throws a sentence if they are invalid. */
  parse(): T;
  /** Imports the shop itself, so that invalid arguments are reported without loading it. */
  run(input: T): Promise<void>;
}

/** Runs a command; any error exits with one line. */
export async function runCommand<T>({ usage, parse, run }: Command<T>) {
  let input: T;
  try {
    input = parse();
  } catch (error) {
    exitWithMessage(error, usage);
  }
  await run(input).catch((error) => exitWithMessage(error));
}

/** The single file name on the command line. */
export function parseFileName(errorMessage: string) {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [file] = positionals;
  if (!file || positionals.length > 1) throw new Error(errorMessage);
  return path.resolve(file);
}
