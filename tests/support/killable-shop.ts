import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { onTestFinished } from "vitest";
import { ShopError } from "../../src/server/platform/http/errors.ts";
import type { Answer, Call, FunctionAt, Opening } from "./killable-process.ts";
import type { TestShop } from "./test-shop.ts";
import { until } from "./until.ts";
import type { Services } from "./world-actions.ts";

const SCRIPT = fileURLToPath(new URL("./killable-process.ts", import.meta.url));
/** The killed process's name among PostgreSQL's connections. */
const NAME = "killable";

class Killed extends Error {}

async function startProcess({ databaseUrl, config }: TestShop) {
  const child = fork(SCRIPT, { serialization: "advanced" });
  const waiting = new Map<number, (answer: Answer | undefined) => void>();
  child.on("message", (answer: Answer) => waiting.get(answer.id)?.(answer));
  child.on("exit", () => {
    for (const answer of waiting.values()) answer(undefined);
  });
  const connection = new URL(databaseUrl);
  connection.searchParams.set("application_name", NAME);
  child.send({ config, connectionString: connection.href } satisfies Opening);
  await once(child, "message");
  let calls = 0;
  return {
    child,
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

const isKilled = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/**
 * A second process of a shop that can be killed at any moment. `services` calls it; what a kill interrupts is repeated
 * in the first process, as browsers and the provider do.
 */
export async function openKillableShop(shop: TestShop) {
  let running = startProcess(shop);
  let interrupted = 0;
  onTestFinished(async () => void (await running).child.kill("SIGKILL"));

  /** PostgreSQL rolls back what the killed process had begun. */
  const rolledBack = () =>
    until(async () => {
      const { rows } = await shop.db.execute(
        sql`select 1 from pg_stat_activity where application_name = ${NAME} and datname = current_database()`,
      );
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
          interrupted += 1;
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
    /** How many calls a kill has interrupted. */
    countInterrupted: () => interrupted,
    /** Kills the process now and starts it again. */
    async kill() {
      const { child } = await running;
      if (isKilled(child)) return;
      running = (async () => {
        child.kill("SIGKILL");
        await once(child, "exit");
        await rolledBack();
        return startProcess(shop);
      })();
      await running;
    },
  };
}
