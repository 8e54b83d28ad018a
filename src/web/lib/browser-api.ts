import type { Send } from "../../contracts/calls.ts";
import { createApi } from "./api.ts";
import { endLogin, readLogin } from "./login.ts";
import { tellLoginEnded } from "./login-ended.ts";

/** A 401 from the login means a wrong password; it does not end the current session. */
const LOGIN = "/api/users/login";

type Request = Omit<Parameters<Send>[0], "url">;

/** Adds the session's token to a request. A 401 logs the browser out. */
export const asLoggedIn =
  <R extends { status: number }>(send: (url: string, request: Request) => Promise<R>) =>
  async ({ url, ...request }: Parameters<Send>[0]) => {
    const token = readLogin()?.token;
    if (token) request.headers.authorization = `Bearer ${token}`;
    const reply = await send(url, request);
    // Ignore a 401 for a token that was replaced during the request.
    if (reply.status === 401 && token && url !== LOGIN && token === readLogin()?.token) {
      endLogin();
      tellLoginEnded();
    }
    return reply;
  };

export const browserApi = createApi(asLoggedIn((url, request) => fetch(url, request)));
