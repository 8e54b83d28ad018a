import type { ProductQuery } from "../../../contracts/catalogue/product.ts";
import { createApi } from "../../lib/api.ts";
import { browserApi } from "../../lib/browser-api.ts";
import type { Kind, RecordOf } from "./admin-resource.ts";
import { type OnProgress, sendWithProgress } from "./send-with-progress.ts";

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
