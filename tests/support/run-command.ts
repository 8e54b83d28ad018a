import { execFile } from "node:child_process";
import path from "node:path";
import { NODE_COMPILE_CACHE } from "./shop-process.ts";

/** Runs `scripts/NAME.ts` and returns its exit code and output. */
export function runCommand(name: string, settings: Record<string, string>, ...args: string[]) {
  const script = path.resolve(import.meta.dirname, "../../scripts", `${name}.ts`);
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE, ...settings };
    execFile(process.execPath, [script, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}
