import { createApi } from "./api.ts";
import { logOut, readSession } from "./session.ts";
import { toast } from "./toast.ts";

/** A wrong password is refused with the same status, and says nothing about whoever is logged in. */
const LOGIN = "/api/users/login";

/** The API as the browser reaches it, in the name of whoever is logged in. A token that has ended logs the browser out. */
export const browserApi = createApi(async ({ url, ...request }) => {
  const token = readSession()?.token;
  if (token) request.headers.authorization = `Bearer ${token}`;
  const reply = await fetch(url, request);
  // The answer to an older token has nothing to say about one that has come since.
  if (reply.status === 401 && token && url !== LOGIN && token === readSession()?.token) {
    logOut();
    toast("Your session has ended. Please log in again.", { tone: "bad", lastsMs: 5000 });
  }
  return reply;
});
