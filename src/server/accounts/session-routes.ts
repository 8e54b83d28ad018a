import { z } from "zod";
import { deleted, idParams } from "../../contracts/error.ts";
import { loginSession } from "../../contracts/accounts/user.ts";
import { type ApiApp, security } from "../platform/http/api-app.ts";
import type { Sessions } from "../platform/http/sessions.ts";
import type { Accounts } from "./service.ts";

const tags = ["accounts"];

export function sessionRoutes(app: ApiApp, { accounts, sessions }: { accounts: Accounts; sessions: Sessions }) {
  const onRequest = sessions.requireUser;

  app.get(
    "/users/sessions",
    {
      onRequest,
      schema: { tags, security, summary: "Where one is logged in", response: { 200: z.array(loginSession) } },
    },
    (request) => accounts.listSessions(request.user!),
  );

  app.delete(
    "/users/sessions/:id",
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: "End one login: its id, or `current` to log out",
        params: idParams,
        response: { 200: deleted },
      },
    },
    async (request) => {
      await accounts.endSession(request.user!, request.params.id);
      return { message: "Logged out" };
    },
  );

  app.delete(
    "/users/sessions",
    {
      onRequest,
      schema: { tags, security, summary: "End every login, this one too", response: { 200: deleted } },
    },
    async (request) => {
      await accounts.endAllSessions(request.user!);
      return { message: "Logged out everywhere" };
    },
  );
}
