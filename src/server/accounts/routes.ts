import {
  credentials,
  passwordReset,
  passwordWasReset,
  profile,
  profileForm,
  registration,
  resetParams,
  resetRequest,
  resetRequested,
  savedProfile,
  signedIn,
} from "../../contracts/accounts/user.ts";
import { type ApiApp, security } from "../platform/http/api-app.ts";
import type { Logins } from "../platform/http/logins.ts";
import type { KeyedHash } from "../platform/keyed-hash.ts";
import { createAuthLog } from "./auth-log.ts";
import { createIssueToken } from "./issue-token.ts";
import type { Accounts } from "./service.ts";

const tags = ["accounts"];

interface AccountRouteDeps {
  accounts: Accounts;
  logins: Logins;
  keyedHash: KeyedHash;
}

export function accountRoutes(app: ApiApp, { accounts, logins, keyedHash }: AccountRouteDeps) {
  const logOutcome = createAuthLog(keyedHash);
  const issueToken = createIssueToken({ accounts, logins });

  app.post(
    "/users/register",
    {
      onResponse: logOutcome("register"),
      schema: { tags, summary: "Make an account", body: registration, response: { 201: signedIn } },
    },
    async (request, reply) => {
      const user = await accounts.register(request.body, request.ip);
      return reply.code(201).send({ token: await issueToken(user, request) });
    },
  );

  app.post(
    "/users/login",
    {
      onResponse: logOutcome("login"),
      schema: {
        tags,
        summary: "Log in",
        description:
          "An account with a second factor gets 401 `second_factor_required` with `methods` and, for passkeys, the WebAuthn options in `passkey`. The same call with `code` or `passkey` then logs in.",
        body: credentials,
        response: { 200: signedIn },
      },
    },
    async (request) => ({ token: await issueToken(await accounts.logIn(request.body, request.ip), request) }),
  );

  app.get(
    "/users/profile",
    {
      onRequest: logins.requireUser,
      schema: { tags, security, summary: "Who is logged in", response: { 200: profile } },
    },
    (request) => accounts.profile(request.user!),
  );

  app.put(
    "/users/profile",
    {
      onRequest: logins.requireUser,
      onResponse: async (request, reply) => {
        if (request.body?.password) await logOutcome("new password")(request, reply);
      },
      schema: {
        tags,
        security,
        summary: "Change name, phone or password",
        body: profileForm,
        response: { 200: savedProfile },
      },
    },
    async (request) => {
      const { profile: saved, renewed } = await accounts.saveProfile(request.user!, request.body, request.ip);
      return renewed ? { ...saved, token: await issueToken(renewed, request) } : saved;
    },
  );

  app.post(
    "/users/forgot",
    {
      onResponse: logOutcome("forgot"),
      schema: {
        tags,
        summary: "Ask for a link to choose a new password",
        body: resetRequest,
        response: { 200: resetRequested },
      },
    },
    async (request) => {
      await accounts.requestReset(request.body.email, request.ip);
      return { message: "If the email exists, a reset link has been sent." };
    },
  );

  app.put(
    "/users/reset/:token",
    {
      onResponse: logOutcome("reset"),
      schema: {
        tags,
        summary: "Choose a new password with a link",
        params: resetParams,
        body: passwordReset,
        response: { 200: passwordWasReset },
      },
    },
    async (request) => {
      const user = await accounts.resetPassword(request.params.token, request.body.password, request.ip);
      return { message: "Password updated!", ...(user && { token: await issueToken(user, request) }) };
    },
  );
}
