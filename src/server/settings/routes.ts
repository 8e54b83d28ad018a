import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { deleted } from "../../contracts/error.ts";
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
import type { Images } from "../images/service.ts";
import { type RouteDeps, routesFor } from "../platform/http/api-routes.ts";
import { PICTURES, readForm } from "../platform/http/multipart-form.ts";
import type { SettingsService } from "./service.ts";

const form = { schema: z.object({}), files: { ...PICTURES, field: "picture", isRequired: true } };
const params = z.object({ group: z.enum(settingGroupNames, "There is no such group of settings.") });

export function settingRoutes(
  app: FastifyInstance,
  { settings, logins, images }: RouteDeps & { settings: SettingsService; images: Images },
) {
  const { owner } = routesFor(app, logins, "settings");

  owner.get("/settings", { summary: "All settings, by group", response: z.array(settingState) }, () => settings.list());
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
}
