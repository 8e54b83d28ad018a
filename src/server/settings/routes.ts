import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { IdentityProof } from "../../contracts/accounts/second-factor.ts";
import { deleted } from "../../contracts/error.ts";
import {
  type SealedValues,
  sealedForms,
  sealedRemoval,
  sealedState,
  sealedTry,
  sealedValues,
} from "../../contracts/settings/sealed-settings.ts";
import { settingGroupNames } from "../../contracts/settings/settings.ts";
import {
  settingChange,
  settingDraft,
  settingForm,
  settingPicture,
  settingPreview,
  settingRevert,
  settingState,
} from "../../contracts/settings/settings-calls.ts";
import { type SealedGroup, sealedGroups } from "../../contracts/settings/settings-rules.ts";
import type { Images } from "../images/service.ts";
import { type RouteDeps, routesFor } from "../platform/http/api-routes.ts";
import type { LoginUser } from "../platform/http/logins.ts";
import { PICTURES, readForm } from "../platform/http/multipart-form.ts";
import type { Limit, RateLimiter } from "../platform/http/rate-limit.ts";
import type { SealedSettings } from "./sealed-settings.ts";
import type { SettingsService } from "./service.ts";

const form = { schema: z.object({}), files: { ...PICTURES, field: "picture", isRequired: true } };
const triesByAccount: Limit = { name: "key-tries", tries: 20, seconds: 15 * 60 };
const params = z.object({ group: z.enum(settingGroupNames, "There is no such group of settings.") });

/** Use keys or a mail server once, without saving them. Answer what worked, or throw at the field that does not. */
export type SealedTries = { [G in SealedGroup]: (values: SealedValues[G], owner: LoginUser) => Promise<string> };

interface SettingRouteDeps extends RouteDeps {
  settings: SettingsService;
  images: Images;
  sealed: SealedSettings;
  tries: SealedTries;
  limiter: RateLimiter;
  accounts: { requireIdentity(owner: LoginUser, proof: IdentityProof, ip: string): Promise<unknown> };
}

export function settingRoutes(app: FastifyInstance, deps: SettingRouteDeps) {
  const { settings, sealed, tries, logins, images, limiter } = deps;
  const { requireIdentity } = deps.accounts;
  const { owner } = routesFor(app, logins, "settings");

  owner.get(
    "/settings",
    {
      summary: "All settings, by group; of payment keys and mail server all but the secrets",
      response: z.array(z.union([settingState, sealedState])),
    },
    async () => [...(await settings.list()), ...(await sealed.list())],
  );
  owner.put(
    "/settings/:group",
    { summary: "Publish a group", params, body: settingForm, response: settingState },
    (request) => settings.publish(request.params.group, request.body, request.user.id),
  );
  owner.put(
    "/settings/:group/draft",
    { summary: "Keep a draft and preview it", params, body: settingDraft, response: settingPreview },
    (request) => settings.saveDraft(request.params.group, request.body.values),
  );
  owner.delete("/settings/:group/draft", { summary: "Discard a draft", params, response: deleted }, async (request) => {
    await settings.discardDraft(request.params.group);
    return { message: "Draft discarded" };
  });
  owner.get(
    "/settings/:group/history",
    { summary: "Published versions of a group", params, response: z.array(settingChange) },
    (request) => settings.history(request.params.group),
  );
  owner.post(
    "/settings/:group/revert",
    { summary: "Publish an earlier version again", params, body: settingRevert, response: settingState },
    (request) => settings.revert(request.params.group, request.body, request.user.id),
  );
  owner.post(
    "/settings/pictures",
    { summary: "Send a picture for the settings", form, response: settingPicture, status: 201 },
    async (request) => {
      const { files } = await readForm(request, form.schema);
      return settings.addPicture(await images.prepareUploads(files, "picture"));
    },
  );

  for (const group of sealedGroups) {
    async function tryOut(typed: SealedValues[SealedGroup], user: LoginUser) {
      await limiter.take(triesByAccount, user.id);
      const values = await sealed.complete(group, typed);
      return { values, message: await tries[group](values as never, user) };
    }

    owner.post(
      `/settings/${group}/test`,
      { summary: "Try the values without saving them", body: sealedValues[group], response: sealedTry },
      async ({ body, user }) => ({ message: (await tryOut(body, user)).message }),
    );
    owner.put(
      `/settings/${group}`,
      { summary: "Try the values, then save them", body: sealedForms[group], response: sealedState },
      async ({ body, user, ip }) => {
        const { currentPassword, code, passkey, version, ...typed } = body;
        const proof = { currentPassword, code, passkey };
        // Without a proof this only asks for one. It is used last: a code works once, and the values may be refused.
        if (!currentPassword && !code && !passkey) await requireIdentity(user, proof, ip);
        const { values } = await tryOut(typed, user);
        await requireIdentity(user, proof, ip);
        return sealed.save(group, version, values, user.id);
      },
    );
    owner.delete(
      `/settings/${group}`,
      { summary: "Forget the values", body: sealedRemoval, response: sealedState },
      async ({ body, user, ip }) => {
        await requireIdentity(user, body, ip);
        return sealed.save(group, body.version, undefined, user.id);
      },
    );
  }
}
