import { execFile } from "node:child_process";
import path from "node:path";

/** Runs one of the shop's commands beside it; answers how it ended and what it said. */
export function runCommand(name: string, settings: Record<string, string>, ...args: string[]) {
  const script = path.resolve(import.meta.dirname, "../../scripts", `${name}.ts`);
  return new Promise<{ code: number; said: string; complained: string }>((resolve) => {
    const env = { PATH: process.env.PATH, ...settings };
    execFile(process.execPath, [script, ...args], { env }, (error, said, complained) =>
      resolve({ code: Number(error?.code ?? 0), said, complained }),
    );
  });
}
