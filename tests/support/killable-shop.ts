import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { build } from "vite";
import { onTestFinished } from "vitest";
import { ShopError } from "../../src/server/platform/http/errors.ts";
import type { Answer, Call, FunctionAt, Opening } from "./killable-process.ts";
import { NODE_COMPILE_CACHE } from "./shop-process.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import type { TestShop } from "./test-shop.ts";
import { until } from "./until.ts";
import type { Services } from "./world-actions.ts";

const SCRIPT = fileURLToPath(new URL("./killable-process.ts", import.meta.url));

class Killed extends Error {}

/** One file starts in a fifth of the time that its hundreds of modules need, and each kill costs a start. */
async function bundle(outDir: string) {
  await build({
    configFile: false,
    logLevel: "error",
    ssr: { noExternal: true, external: ["sharp"] },
    build: {
      ssr: SCRIPT,
      outDir,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        output: {
          entryFileNames: "killable.mjs",
          codeSplitting: false,
          // Native code is found from here, not from the folder of the bundle.
          paths: { sharp: import.meta.resolve("sharp") },
        },
      },
    },
  });
  return path.join(outDir, "killable.mjs");
}

/** `name`: names its connections in PostgreSQL. */
async function startProcess({ databaseUrl, config }: TestShop, script: string, name: string) {
  const child = fork(script, { serialization: "advanced", env: { ...process.env, NODE_COMPILE_CACHE } });
  const waiting = new Map<number, (answer: Answer | undefined) => void>();
  child.on("message", (answer: Answer) => waiting.get(answer.id)?.(answer));
  child.on("exit", () => {
    for (const answer of waiting.values()) answer(undefined);
  });
  const connection = new URL(databaseUrl);
  connection.searchParams.set("application_name", name);
  child.send({ config, connectionString: connection.href } satisfies Opening);
  await once(child, "message");
  let calls = 0;
  return {
    child,
    name,
    async call(now: Date, path: string[], args: unknown[]) {
      const id = ++calls;
      const answered = new Promise<Answer | undefined>((resolve) => waiting.set(id, resolve));
      if (child.connected) child.send({ id, now, path, args } satisfies Call, () => {});
      const answer = child.connected ? await answered : undefined;
      waiting.delete(id);
      if (!answer) throw new Killed();
      if (answer.failure) throw new Error(answer.failure);
      if (answer.refusal) throw new ShopError(answer.refusal.code, answer.refusal.status, answer.refusal.message);
      return answer.value;
    },
  };
}

/**
 * A second process of a shop that can be killed at any moment. `services` calls it; what a kill interrupts is repeated
 * in the first process, as browsers and the provider do.
 */
export async function openKillableShop(shop: TestShop) {
  let started = 0;
  let kills = 0;
  const home = await temporaryFolder();
  const script = await bundle(home.folder);
  const startNext = () => startProcess(shop, script, `killable-${++started}`);
  let running = startNext();
  /** Starts before it is needed: a start takes seconds. */
  let spare = startNext();
  onTestFinished(async () => {
    for (const { child } of await Promise.all([running, spare])) child.kill("SIGKILL");
    await home.remove();
  });

  /** PostgreSQL rolls back what the killed process had begun. */
  const rolledBack = (name: string) =>
    until(async () => {
      const { rows } = await shop.db.execute(sql`select 1 from pg_stat_activity where application_name = ${name}`);
      return rows.length === 0;
    });

  const paths = new WeakMap<object, string[]>();
  // biome-ignore lint/suspicious/noExplicitAny: Stands for any part of the services.
  const partAt = (path: string[]): any => {
    const part = new Proxy(() => {}, {
      get: (_target, name) => partAt([...path, String(name)]),
      async apply(_target, _this, args: unknown[]) {
        const { call } = await running;
        const sent = args.map((arg) => {
          const functionAt = typeof arg === "function" && paths.get(arg);
          return functionAt ? ({ functionAt } satisfies FunctionAt) : arg;
        });
        try {
          return await call(shop.clock.now(), path, sent);
        } catch (error) {
          if (!(error instanceof Killed)) throw error;
          await running;
          // biome-ignore lint/suspicious/noExplicitAny: The path was taken along the services' types.
          const find = (to: string[]) => to.reduce<any>((owner, name) => owner[name], shop.services);
          return find(path)(
            ...sent.map((arg, index) => (arg === args[index] ? arg : find(paths.get(args[index] as object)!))),
          );
        }
      },
    });
    paths.set(part, path);
    return part;
  };

  return {
    services: new Proxy({} as Services, { get: (_target, name) => partAt([String(name)]) }),
    countKills: () => kills,
    /** Kills the process now; the next one takes over. */
    async kill() {
      const { child, name } = await running;
      kills += 1;
      child.kill("SIGKILL");
      running = once(child, "exit").then(async () => {
        await rolledBack(name);
        return spare;
      });
      await running;
      spare = startNext();
    },
  };
}
