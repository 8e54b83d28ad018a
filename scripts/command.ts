import path from "node:path";
import { parseArgs } from "node:util";
import { enableFastImports } from "../src/server/startup/fast-imports.ts";

/** One readable line where a stack would help nobody. */
function failPlainly(error: unknown, more = ""): never {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
  console.error(`${line.replace(/\.?$/, ".")} ${more}`.trim());
  process.exit(1);
}

interface Command<T> {
  /** How to call it, told with a slip of the hand. */
  usage: string;
  /** What was asked for; throws a sentence where that cannot be made out. */
  read(): T;
  /** Imports itself what it needs of the shop, so that a slip of the hand is told without loading it. */
  work(asked: T): Promise<void>;
}

/** Does what was asked for on the command line; whatever goes wrong ends it in one line. */
export async function runCommand<T>({ usage, read, work }: Command<T>) {
  let asked: T;
  try {
    asked = read();
  } catch (error) {
    failPlainly(error, usage);
  }
  enableFastImports();
  await work(asked).catch((error) => failPlainly(error));
}

/** The one file that a command is about. */
export function readFileName(sentence: string) {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [file] = positionals;
  if (!file || positionals.length > 1) throw new Error(sentence);
  return path.resolve(file);
}
