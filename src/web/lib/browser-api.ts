import type { Send } from "../../contracts/calls.ts";
import { createApi } from "./api.ts";
import { logOut, readSession } from "./session.ts";
import { toast } from "./toast.ts";

/** A wrong password is refused with the same status, and says nothing about whoever is logged in. */
const LOGIN = "/api/users/login";

type Request = Omit<Parameters<Send>[0], "url">;

/** Lets a request travel in the name of whoever is logged in. A token that has ended logs the browser out. */
export const asLoggedIn =
  <R extends { status: number }>(travel: (url: string, request: Request) => Promise<R>) =>
  async ({ url, ...request }: Parameters<Send>[0]) => {
    const token = readSession()?.token;
    if (token) request.headers.authorization = `Bearer ${token}`;
    const reply = await travel(url, request);
    // The answer to an older token has nothing to say about one that has come since.
    if (reply.status === 401 && token && url !== LOGIN && token === readSession()?.token) {
      logOut();
      toast("Your session has ended. Please log in again.", { tone: "bad", lastsMs: 5000 });
    }
    return reply;
  };

/** The API as the browser reaches it. */
export const browserApi = createApi(asLoggedIn((url, request) => fetch(url, request)));
