import type { ProductQuery } from "../../../contracts/catalogue/product.ts";
import { createApi } from "../../lib/api.ts";
import { asLoggedIn, browserApi } from "../../lib/browser-api.ts";
import type { Kind, RecordOf } from "./admin-resource.ts";

type ListParams = Record<string, string | number | undefined>;

interface ResourceCalls<T> {
  list(query: ListParams): Promise<{ items: T[]; total: number }>;
  find(id: string): Promise<T>;
  create(form: FormData, onProgress: OnProgress): Promise<T>;
  update(id: string, form: FormData, onProgress: OnProgress): Promise<T>;
  remove(id: string): Promise<unknown>;
}

/** The five API calls of a kind. Typed as products, because TypeScript cannot infer a composed path. */
export function resourceCalls<K extends Kind>(kind: K): ResourceCalls<RecordOf<K>> {
  const all = `/api/${kind}` as "/api/products";
  const one = `${all}/:id` as const;
  const calls: ResourceCalls<RecordOf<"products">> = {
    list: (query) => browserApi.page(`GET ${all}`, { query: query as ProductQuery }),
    find: (id) => browserApi.call(`GET ${one}`, { params: { id } }),
    create: (form, onProgress) => createApi(sendWithProgress(onProgress)).call(`POST ${all}`, { form }),
    update: (id, form, onProgress) =>
      createApi(sendWithProgress(onProgress)).call(`PUT ${one}`, { params: { id }, form }),
    remove: (id) => browserApi.call(`DELETE ${one}`, { params: { id } }),
  };
  return calls as ResourceCalls<unknown> as ResourceCalls<RecordOf<K>>;
}

type OnProgress = (sentBytes: number, totalBytes: number) => void;

/** The connection ended before the response. */
export class ConnectionLostError extends Error {
  readonly sentBytes: number;

  constructor(sentBytes: number) {
    super("The connection was cut.");
    this.sentBytes = sentBytes;
  }
}

/** Uses XMLHttpRequest, because `fetch` reports no upload progress. */
const sendWithProgress = (onProgress: OnProgress) =>
  asLoggedIn(
    (url, { method, headers, body }) =>
      new Promise<Response>((resolve, reject) => {
        const request = new XMLHttpRequest();
        let sent = 0;
        request.open(method, url);
        for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
        request.upload.onprogress = ({ loaded, total }) => {
          sent = loaded;
          onProgress(loaded, total);
        };
        request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
        request.onerror = () => reject(new ConnectionLostError(sent));
        request.onabort = request.onerror;
        request.send(body);
      }),
  );

type QuickKind = "products" | "experts";
type QuickRecord = RecordOf<QuickKind>;

/** The last save of each record. The next save uses its result, so that two quick changes do not conflict. */
const lastSaves = new Map<string, Promise<QuickRecord>>();

const isPlain = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);

/** The request body. Omitted pictures and lists stay unchanged. With `stockWas`, stock is sent as a difference. */
function toForm(record: QuickRecord, changes: Record<string, string | number>) {
  const form = new FormData();
  const fields = { ...record, ...("stock" in record && { stockWas: record.stock }), ...changes };
  for (const [name, value] of Object.entries(fields)) if (isPlain(value)) form.set(name, `${value}`);
  return form;
}

/**
 * Saves a change made in the list: the record as the list shows it, with its version. The server refuses it when somebody
 * else saved first.
 */
export function quickSave<K extends QuickKind>(
  kind: K,
  record: RecordOf<K>,
  changes: Record<string, string | number>,
): Promise<QuickRecord> {
  const { _id: id } = record;
  const save = async () => {
    const saved = await lastSaves.get(id)?.catch(() => undefined);
    const latest = saved && saved.version > record.version ? saved : record;
    return resourceCalls<QuickKind>(kind).update(id, toForm(latest, changes), () => {});
  };
  const saving = save();
  lastSaves.set(id, saving);
  return saving;
}
