import type { Calls, Send } from "../../contracts/calls.ts";
import type { ApiProblem } from "../../contracts/error.ts";

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string>;
  /** All that the server said: some refusals carry more. */
  readonly problem: ApiProblem;

  constructor(status: number, problem: ApiProblem) {
    super(problem.message);
    this.status = status;
    this.code = problem.code;
    this.fields = problem.fields ?? {};
    this.problem = problem;
  }
}

type Name = keyof Calls;
type Sent<K extends Name> = Omit<Calls[K], "reply">;
type Parts = {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  headers?: Record<string, string>;
  body?: unknown;
  form?: FormData;
};

function urlOf(pattern: string, { params = {}, query = {} }: Parts) {
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== "") search.set(name, `${value}`);
  return search.size > 0 ? `${path}?${search}` : path;
}

export async function problemIn(reply: Pick<Response, "json">): Promise<ApiProblem> {
  try {
    return (await reply.json()) as ApiProblem;
  } catch {
    return { message: "Something went wrong. Please try again.", code: "unreadable_reply" };
  }
}

/** The typed client of the shop's API; `send` decides whether it travels over the network or stays in the process. */
export function createApi(send: Send) {
  async function exchange<K extends Name>(name: K, sent: Sent<K>) {
    const parts: Parts = sent;
    const [method = "GET", pattern = "/"] = name.split(" ");
    const json = parts.body === undefined ? undefined : JSON.stringify(parts.body);
    const headers = { ...parts.headers, ...(json !== undefined && { "content-type": "application/json" }) };
    const reply = await send({ method, url: urlOf(pattern, parts), headers, body: json ?? parts.form });
    if (!reply.ok) throw new ApiError(reply.status, await problemIn(reply));
    return reply;
  }

  return {
    async call<K extends Name>(name: K, sent: Sent<K>): Promise<Calls[K]["reply"]> {
      return (await exchange(name, sent)).json();
    },
    /** A page of a list, with how many there are in all. */
    async page<K extends Name>(name: K, sent: Sent<K>): Promise<{ items: Calls[K]["reply"]; total: number }> {
      const reply = await exchange(name, sent);
      return { items: await reply.json(), total: Number(reply.headers.get("x-total-count") ?? 0) };
    },
  };
}
export type Api = ReturnType<typeof createApi>;
