import { pino } from "pino";
import type { Config } from "../../src/server/config.ts";
import { isProviderError } from "../../src/server/payments/provider/provider.ts";
import { openDatabase } from "../../src/server/platform/database/database.ts";
import { ShopError } from "../../src/server/platform/http/errors.ts";
import { createServices } from "../../src/server/services.ts";
import { watchChanges } from "./world-watch.ts";

/** The services of a shop in a process that a test can kill. Calls and answers are IPC messages. */
export interface Opening {
  config: Config;
  connectionString: string;
}
export interface Call {
  id: number;
  now: Date;
  path: string[];
  args: unknown[];
}
/** Stands for a function of the services among the arguments of a call. */
export interface FunctionAt {
  functionAt: string[];
}
export interface Answer {
  id: number;
  value?: unknown;
  refusal?: { code: string; status: number; message: string };
  failure?: string;
}

const isFunctionAt = (value: unknown): value is FunctionAt => Object.hasOwn(Object(value), "functionAt");

function toAnswer(id: number, error: unknown): Answer {
  if (isProviderError(error))
    return { id, refusal: { code: "payment_provider_down", status: 503, message: error.message } };
  if (!(error instanceof ShopError)) return { id, failure: error instanceof Error ? `${error.stack}` : String(error) };
  const { code, status, message } = error;
  return { id, refusal: { code, status, message } };
}

async function open({ config, connectionString }: Opening) {
  const log = pino({ level: "silent" });
  let now = new Date();
  const services = createServices({
    config,
    db: openDatabase({ connectionString }, log),
    clock: { now: () => now },
    log,
  });
  const wrong: string[] = [];
  services.followers.push(watchChanges(wrong));
  await services.events.start();
  const find = (path: string[]) => {
    // biome-ignore lint/suspicious/noExplicitAny: The test's types are those of the services.
    const owner = path.slice(0, -1).reduce<any>((part, name) => part[name], services);
    return owner[path.at(-1)!].bind(owner);
  };
  return async ({ id, now: time, path, args }: Call): Promise<Answer> => {
    now = time;
    try {
      const value = await find(path)(...args.map((arg) => (isFunctionAt(arg) ? find(arg.functionAt) : arg)));
      return wrong.length > 0 ? { id, failure: wrong.join() } : { id, value };
    } catch (error) {
      return toAnswer(id, error);
    }
  };
}

process.once("message", async (opening: Opening) => {
  const answer = await open(opening);
  process.on("message", async (call: Call) => process.send!(await answer(call)));
  process.send!({ id: 0 } satisfies Answer);
});
