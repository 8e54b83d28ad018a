import {
  changedSecondFactor,
  newPasskey,
  passkeyEnrolment,
  passwordConfirmation,
  secondFactor,
  secondFactorProof,
  totpConfirmation,
  totpEnrolment,
} from "../../contracts/accounts/second-factor.ts";
import { idParams } from "../../contracts/error.ts";
import { type ApiApp, security } from "../platform/http/api-app.ts";
import type { Logins } from "../platform/http/logins.ts";
import type { Accounts } from "./service.ts";

const tags = ["accounts"];

/** The second step of one's own login. For owners and experts. */
export function secondFactorRoutes(app: ApiApp, { accounts, logins }: { accounts: Accounts; logins: Logins }) {
  const onRequest = logins.requireStaff;

  app.get(
    "/users/second-factor",
    {
      onRequest,
      schema: { tags, security, summary: "How one's login is protected", response: { 200: secondFactor } },
    },
    (request) => accounts.secondFactorOf(request.user!.id),
  );

  app.post(
    "/users/second-factor/totp",
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: "Begin to set up an authenticator app",
        body: passwordConfirmation,
        response: { 200: totpEnrolment },
      },
    },
    (request) => accounts.beginTotp(request.user!, request.body.currentPassword, request.ip),
  );

  app.put(
    "/users/second-factor/totp",
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: "Finish setting up an authenticator app with a first code",
        body: totpConfirmation,
        response: { 200: changedSecondFactor },
      },
    },
    (request) => accounts.confirmTotp(request.user!, request.body.code),
  );

  app.delete(
    "/users/second-factor/totp",
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: "Remove the authenticator app",
        body: secondFactorProof,
        response: { 200: changedSecondFactor },
      },
    },
    (request) => accounts.removeTotp(request.user!, request.body, request.ip),
  );

  app.post(
    "/users/second-factor/passkeys/options",
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: "Begin to add a passkey",
        body: passwordConfirmation,
        response: { 200: passkeyEnrolment },
      },
    },
    async (request) => {
      const options = await accounts.beginPasskey(request.user!, request.body.currentPassword, request.ip);
      return { options: { ...options } };
    },
  );

  app.post(
    "/users/second-factor/passkeys",
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: "Add a passkey",
        body: newPasskey,
        response: { 201: changedSecondFactor },
      },
    },
    async (request, reply) => reply.code(201).send(await accounts.addPasskey(request.user!, request.body)),
  );

  app.delete(
    "/users/second-factor/passkeys/:id",
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: "Remove a passkey",
        params: idParams,
        body: secondFactorProof,
        response: { 200: changedSecondFactor },
      },
    },
    (request) => accounts.removePasskey(request.user!, request.params.id, request.body, request.ip),
  );

  app.post(
    "/users/second-factor/recovery-codes",
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: "Replace one's recovery codes",
        body: passwordConfirmation,
        response: { 200: changedSecondFactor },
      },
    },
    (request) => accounts.renewRecoveryCodes(request.user!, request.body.currentPassword, request.ip),
  );
}
