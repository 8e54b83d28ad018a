import { createContext, type RouterContext, type RouterContextProvider } from "react-router";
import { SEND_CONTEXT, type Send } from "../../contracts/calls.ts";
import { createApi } from "./api.ts";

const shared = globalThis as typeof globalThis & { [SEND_CONTEXT]?: RouterContext<Send> };
shared[SEND_CONTEXT] ??= createContext<Send>();
const sendContext = shared[SEND_CONTEXT];

/** The API as a loader on the server reaches it: the same calls as the browser's, without a socket. */
export const apiOf = (context: Readonly<RouterContextProvider>) => createApi(context.get(sendContext));
