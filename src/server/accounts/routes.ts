import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import {
  acceptance,
  invitation,
  invitationForm,
  openInvitation,
  people as peopleList,
} from "../../contracts/accounts/people.ts";
import {
  changedSecondFactor,
  identityProof,
  newPasskey,
  passkeyEnrolment,
  secondFactor,
  secondFactorProof,
  totpConfirmation,
  totpEnrolment,
} from "../../contracts/accounts/second-factor.ts";
import {
  codeCredentials,
  credentials,
  mailRequest,
  mailRequested,
  ownLogin,
  passwordReset,
  passwordWasReset,
  profile,
  profileForm,
  registration,
  savedProfile,
  signedIn,
} from "../../contracts/accounts/user.ts";
import { deleted, idParams, tokenParams } from "../../contracts/error.ts";
import { type RouteDeps, routesFor } from "../platform/http/api-routes.ts";
import { ipSubnet } from "../platform/http/ip-subnet.ts";
import type { LoginUser } from "../platform/http/logins.ts";
import type { KeyedHash } from "../platform/keyed-hash.ts";
import type { Accounts } from "./service.ts";

/**
 * Logs the outcome of each authentication call. E-mail and network are pseudonymised with keyed hashes: log lines can
 * be correlated, but they reveal neither.
 */
const createAuthLog =
  (keyedHash: KeyedHash) => (event: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { email } = (request.body ?? {}) as { email?: unknown };
    const account = typeof email === "string" ? keyedHash("log account", email.toLowerCase()) : undefined;
    const network = keyedHash("log network", ipSubnet(request.ip));
    const status = reply.statusCode;
    const outcome = status < 400 ? "ok" : status === 429 ? "limited" : "refused";
    request.log.info({ event, outcome, status, account, user: request.user?.id, network }, "authentication");
  };

export function accountRoutes(
  app: FastifyInstance,
  { accounts, logins, keyedHash }: RouteDeps & { accounts: Accounts; keyedHash: KeyedHash },
) {
  const { everyone, user, staff } = routesFor(app, logins, "accounts");
  const people = routesFor(app, logins, "people");
  const logOutcome = createAuthLog(keyedHash);

  const issueToken = async (user: LoginUser, { ip, headers }: FastifyRequest) =>
    logins.issue(await accounts.openLogin(user, ip, headers["user-agent"]));

  everyone.post(
    "/users/register",
    {
      summary: "Make an account",
      body: registration,
      response: signedIn,
      status: 201,
      onResponse: logOutcome("register"),
    },
    async (request) => {
      const user = await accounts.register(request.body, request.ip);
      return { token: await issueToken(user, request) };
    },
  );

  everyone.post(
    "/users/login",
    {
      summary: "Log in",
      description:
        "An account with a second factor gets 401 `second_factor_required` with `methods` and, for passkeys, the WebAuthn options in `passkey`. The same call with `code` or `passkey` then logs in.",
      body: credentials,
      response: signedIn,
      onResponse: logOutcome("login"),
    },
    async (request) => ({ token: await issueToken(await accounts.logIn(request.body, request.ip), request) }),
  );

  everyone.post(
    "/users/code",
    {
      summary: "Ask for a code by mail to log in with",
      body: mailRequest,
      response: mailRequested,
      onResponse: logOutcome("login code"),
    },
    async (request) => {
      await accounts.requestLoginCode(request.body.email, request.ip);
      return { message: "If this address can get mail from us, a code is on its way. It works for 10 minutes." };
    },
  );

  everyone.post(
    "/users/code/login",
    {
      summary: "Log in with a mailed code",
      description:
        "Makes a customer when the e-mail has no account. A wrong, used or expired code gets 401 `wrong_code`. An account with a second factor gets 401 `second_factor_required`, as with a password; the same call with `secondFactorCode` or `passkey` then logs in. The first code or reset link of an account that registered with a password ends that password, all its logins and its saved addresses.",
      body: codeCredentials,
      response: signedIn,
      onResponse: logOutcome("login with code"),
    },
    async (request) => ({ token: await issueToken(await accounts.logInWithCode(request.body, request.ip), request) }),
  );

  user.get("/users/profile", { summary: "Who is logged in", response: profile }, (request) =>
    accounts.profile(request.user),
  );

  user.put(
    "/users/profile",
    {
      summary: "Change name, phone or password",
      body: profileForm,
      response: savedProfile,
      onResponse: async (request, reply) => {
        if (request.body?.password) await logOutcome("new password")(request, reply);
      },
    },
    async (request) => {
      const { profile: saved, renewed } = await accounts.saveProfile(request.user, request.body, request.ip);
      return renewed ? { ...saved, token: await issueToken(renewed, request) } : saved;
    },
  );

  everyone.post(
    "/users/forgot",
    {
      summary: "Ask for a link to choose a new password",
      body: mailRequest,
      response: mailRequested,
      onResponse: logOutcome("forgot"),
    },
    async (request) => {
      await accounts.requestReset(request.body.email, request.ip);
      return { message: "If the email exists, a reset link has been sent." };
    },
  );

  everyone.put(
    "/users/reset/:token",
    {
      summary: "Choose a new password with a link",
      params: tokenParams,
      body: passwordReset,
      response: passwordWasReset,
      onResponse: logOutcome("reset"),
    },
    async (request) => {
      const user = await accounts.resetPassword(request.params.token, request.body.password, request.ip);
      return { message: "Password updated!", ...(user && { token: await issueToken(user, request) }) };
    },
  );

  staff.get("/users/second-factor", { summary: "How one's login is protected", response: secondFactor }, (request) =>
    accounts.secondFactorOf(request.user.id),
  );

  staff.post(
    "/users/second-factor/totp",
    { summary: "Begin to set up an authenticator app", body: identityProof, response: totpEnrolment },
    (request) => accounts.beginTotp(request.user, request.body, request.ip),
  );

  staff.put(
    "/users/second-factor/totp",
    {
      summary: "Finish setting up an authenticator app with a first code",
      body: totpConfirmation,
      response: changedSecondFactor,
    },
    (request) => accounts.confirmTotp(request.user, request.body.code),
  );

  staff.delete(
    "/users/second-factor/totp",
    { summary: "Remove the authenticator app", body: secondFactorProof, response: changedSecondFactor },
    (request) => accounts.removeTotp(request.user, request.body, request.ip),
  );

  staff.post(
    "/users/second-factor/passkeys/options",
    { summary: "Begin to add a passkey", body: identityProof, response: passkeyEnrolment },
    async (request) => {
      const options = await accounts.beginPasskey(request.user, request.body, request.ip);
      return { options: { ...options } };
    },
  );

  staff.post(
    "/users/second-factor/passkeys",
    { summary: "Add a passkey", body: newPasskey, response: changedSecondFactor, status: 201 },
    (request) => accounts.addPasskey(request.user, request.body),
  );

  staff.delete(
    "/users/second-factor/passkeys/:id",
    { summary: "Remove a passkey", params: idParams, body: secondFactorProof, response: changedSecondFactor },
    (request) => accounts.removePasskey(request.user, request.params.id, request.body, request.ip),
  );

  staff.post(
    "/users/second-factor/recovery-codes",
    { summary: "Replace one's recovery codes", body: identityProof, response: changedSecondFactor },
    (request) => accounts.renewRecoveryCodes(request.user, request.body, request.ip),
  );

  people.owner.get("/people", { summary: "Owners, experts and open invitations", response: peopleList }, (request) =>
    accounts.listPeople(request.user),
  );

  people.owner.delete(
    "/people/:id",
    { summary: "Make an owner or expert a customer", params: idParams, response: deleted },
    async (request) => {
      await accounts.removePerson(request.user, request.params.id);
      return { message: "Access removed" };
    },
  );

  people.owner.post(
    "/invitations",
    { summary: "Invite an owner or expert by mail", body: invitationForm, response: invitation, status: 201 },
    (request) => accounts.invite(request.user, request.body, request.ip),
  );

  people.owner.post(
    "/invitations/:id/resend",
    { summary: "Send an invitation again", params: idParams, response: invitation },
    (request) => accounts.resendInvitation(request.user, request.params.id),
  );

  people.owner.delete(
    "/invitations/:id",
    { summary: "Withdraw an invitation", params: idParams, response: deleted },
    async (request) => {
      await accounts.withdrawInvitation(request.user, request.params.id);
      return { message: "Invitation withdrawn" };
    },
  );

  people.everyone.get(
    "/users/invitations/:token",
    { summary: "What a mailed invitation is for", params: tokenParams, response: openInvitation },
    (request) => accounts.findInvitation(request.params.token, request.ip),
  );

  people.everyone.post(
    "/users/invitations/:token",
    {
      summary: "Accept an invitation",
      description:
        "Also refuses with 403 `wrong_password` when the e-mail has an account and this is not its password.",
      params: tokenParams,
      body: acceptance,
      response: signedIn,
      onResponse: logOutcome("invitation"),
    },
    async (request) => {
      const user = await accounts.acceptInvitation(request.params.token, request.body, request.ip);
      return { token: await issueToken(user, request) };
    },
  );

  user.get("/users/sessions", { summary: "Where one is logged in", response: z.array(ownLogin) }, (request) =>
    accounts.listLogins(request.user),
  );

  user.delete(
    "/users/sessions/:id",
    { summary: "End one login: its id, or `current` to log out", params: idParams, response: deleted },
    async (request) => {
      await accounts.endLogin(request.user, request.params.id);
      return { message: "Logged out" };
    },
  );

  user.delete("/users/sessions", { summary: "End every login, this one too", response: deleted }, async (request) => {
    await accounts.endLoginsOf(request.user);
    return { message: "Logged out everywhere" };
  });
}
