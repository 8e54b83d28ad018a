import {
  acceptance,
  invitation,
  invitationForm,
  invitationParams,
  openInvitation,
  people,
} from "../../contracts/accounts/people.ts";
import { signedIn } from "../../contracts/accounts/user.ts";
import { deleted, idParams } from "../../contracts/error.ts";
import { type ApiApp, security } from "../platform/http/api-app.ts";
import type { Logins } from "../platform/http/logins.ts";
import type { KeyedHash } from "../platform/keyed-hash.ts";
import { createAuthLog } from "./auth-log.ts";
import { createIssueToken } from "./issue-token.ts";
import type { Accounts } from "./service.ts";

const tags = ["people"];

interface PeopleRouteDeps {
  accounts: Accounts;
  logins: Logins;
  keyedHash: KeyedHash;
}

export function peopleRoutes(app: ApiApp, { accounts, logins, keyedHash }: PeopleRouteDeps) {
  const onRequest = logins.requireOwner;
  const issueToken = createIssueToken({ accounts, logins });

  app.get(
    "/people",
    {
      onRequest,
      schema: { tags, security, summary: "Owners, experts and open invitations", response: { 200: people } },
    },
    (request) => accounts.listPeople(request.user!),
  );

  app.delete(
    "/people/:id",
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: "Make an owner or expert a customer",
        params: idParams,
        response: { 200: deleted },
      },
    },
    async (request) => {
      await accounts.removePerson(request.user!, request.params.id);
      return { message: "Access removed" };
    },
  );

  app.post(
    "/invitations",
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: "Invite an owner or expert by mail",
        body: invitationForm,
        response: { 201: invitation },
      },
    },
    async (request, reply) => reply.code(201).send(await accounts.invite(request.user!, request.body, request.ip)),
  );

  app.post(
    "/invitations/:id/resend",
    {
      onRequest,
      schema: { tags, security, summary: "Send an invitation again", params: idParams, response: { 200: invitation } },
    },
    (request) => accounts.resendInvitation(request.user!, request.params.id),
  );

  app.delete(
    "/invitations/:id",
    {
      onRequest,
      schema: { tags, security, summary: "Withdraw an invitation", params: idParams, response: { 200: deleted } },
    },
    async (request) => {
      await accounts.withdrawInvitation(request.user!, request.params.id);
      return { message: "Invitation withdrawn" };
    },
  );

  app.get(
    "/users/invitations/:token",
    {
      schema: {
        tags,
        summary: "What a mailed invitation is for",
        params: invitationParams,
        response: { 200: openInvitation },
      },
    },
    (request) => accounts.findInvitation(request.params.token, request.ip),
  );

  app.post(
    "/users/invitations/:token",
    {
      onResponse: createAuthLog(keyedHash)("invitation"),
      schema: {
        tags,
        summary: "Accept an invitation",
        description:
          "Also refuses with 403 `wrong_password` when the e-mail has an account and this is not its password.",
        params: invitationParams,
        body: acceptance,
        response: { 200: signedIn },
      },
    },
    async (request) => {
      const user = await accounts.acceptInvitation(request.params.token, request.body, request.ip);
      return { token: await issueToken(user, request) };
    },
  );
}
