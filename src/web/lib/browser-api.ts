import { createApi } from "./api.ts";

/** The API as the browser reaches it. */
export const browserApi = createApi(({ url, ...request }) => fetch(url, request));
