import type { Calls, Send } from "../../contracts/calls.ts";
import type { ApiProblem } from "../../contracts/error.ts";

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string>;
  /** The whole error body: some errors carry extra fields. */
  readonly problem: ApiProblem;

  constructor(status: number, problem: ApiProblem) {
    super(problem.message);
    this.status = status;
    this.code = problem.code;
    this.fields = problem.fields ?? {};
    this.problem = problem;
  }
}

type CallName = keyof Calls;
/** `id` of `GET /api/products/:id`. */
type ParamName<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
type CallInput<K extends CallName> = Omit<Calls[K], "reply"> &
  (ParamName<K> extends never ? unknown : { params: Record<ParamName<K>, string> });
type RequestParts = {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  headers?: Record<string, string>;
  body?: unknown;
  form?: FormData;
};

function buildUrl(pattern: string, { params = {}, query = {} }: RequestParts) {
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== "") search.set(name, `${value}`);
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Something else than the shop may answer. Without a text as its message, the response is unreadable. */
export async function problemIn(reply: Pick<Response, "json">): Promise<ApiProblem> {
  const body = Object(await reply.json().catch(() => null)) as ApiProblem;
  if (typeof body.message === "string") return body;
  return { message: "Something went wrong. Please try again.", code: "unreadable_reply" };
}

/** The typed API client. `send` is `fetch` in the browser and an in-process call on the server. */
export function createApi(send: Send) {
  async function request<K extends CallName>(name: K, input: CallInput<K>) {
    const parts: RequestParts = input;
    const [method = "GET", pattern = "/"] = name.split(" ");
    const json = parts.body === undefined ? undefined : JSON.stringify(parts.body);
    const headers = { ...parts.headers, ...(json !== undefined && { "content-type": "application/json" }) };
    const reply = await send({ method, url: buildUrl(pattern, parts), headers, body: json ?? parts.form });
    if (!reply.ok) throw new ApiError(reply.status, await problemIn(reply));
    return reply;
  }

  return {
    async call<K extends CallName>(name: K, input: CallInput<K>): Promise<Calls[K]["reply"]> {
      return (await request(name, input)).json();
    },
    async page<K extends CallName>(name: K, input: CallInput<K>): Promise<{ items: Calls[K]["reply"]; total: number }> {
      const reply = await request(name, input);
      return { items: await reply.json(), total: Number(reply.headers.get("x-total-count") ?? 0) };
    },
  };
}
export type Api = ReturnType<typeof createApi>;

/** A malformed id gets a 400. For a visitor it is the same as an unknown id (404). */
export const isMissing = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);
