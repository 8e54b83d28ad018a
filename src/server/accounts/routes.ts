import { credentials, signedIn } from "../../contracts/user.ts";
import type { ApiApp } from "../platform/api-app.ts";
import type { Sessions } from "../platform/sessions.ts";
import type { Accounts } from "./service.ts";

export function accountRoutes(app: ApiApp, { accounts, sessions }: { accounts: Accounts; sessions: Sessions }) {
  app.post(
    "/users/login",
    { schema: { tags: ["accounts"], summary: "Log in", body: credentials, response: { 200: signedIn } } },
    async (request) => ({ token: await sessions.issue(await accounts.logIn(request.body, request.ip)) }),
  );
}
