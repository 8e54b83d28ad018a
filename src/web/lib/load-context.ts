import { createContext, data, type RouterContext, type RouterContextProvider } from "react-router";
import { PAGE_CONTEXT, type PageContext } from "../../contracts/pages/page-context.ts";
import { ApiError, createApi, isMissing } from "./api.ts";

const shared = globalThis as typeof globalThis & { [PAGE_CONTEXT]?: RouterContext<PageContext> };
shared[PAGE_CONTEXT] ??= createContext<PageContext>();
export const pageContext = shared[PAGE_CONTEXT];

export const settingsOf = (context: Readonly<RouterContextProvider>) => context.get(pageContext).settings;

/** The API for loaders on the server: the same calls as in the browser, without a socket. */
export const apiOf = (context: Readonly<RouterContextProvider>) => createApi(context.get(pageContext).send);

/** For the `catch` of a loader: the page of an unknown record has the status 404. */
export function throwNotFound(error: unknown): never {
  throw isMissing(error) ? data(null, { status: 404 }) : error;
}

/** The same for a page whose URL has a token: tries with wrong ones are limited, so 429 is passed on, too. */
export function throwRefusal(error: unknown): never {
  throw error instanceof ApiError && error.status < 500 ? data(null, { status: error.status }) : error;
}
