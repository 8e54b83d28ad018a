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
import { type ApiApp, security } from "../platform/http/api-app.ts";
import type { Logins } from "../platform/http/logins.ts";
import { readMultipartForm } from "../platform/http/multipart-form.ts";
import type { SettingsService } from "./service.ts";

interface SettingRouteDeps {
  settings: SettingsService;
  logins: Logins;
  images: Images;
}

const params = z.object({ group: z.enum(settingGroupNames, "There is no such group of settings.") });

export function settingRoutes(app: ApiApp, { settings, logins, images }: SettingRouteDeps) {
  const shared = { onRequest: logins.requireOwner };
  const describe = (summary: string) => ({ tags: ["settings"], security, summary });

  app.get(
    "/settings",
    { ...shared, schema: { ...describe("All settings, by group"), response: { 200: z.array(settingState) } } },
    () => settings.list(),
  );
  app.put(
    "/settings/:group",
    {
      ...shared,
      schema: { ...describe("Publish a group"), params, body: settingForm, response: { 200: settingState } },
    },
    (request) => settings.publish(request.params.group, request.body, request.user!.id),
  );
  app.put(
    "/settings/:group/draft",
    {
      ...shared,
      schema: {
        ...describe("Keep a draft and preview it"),
        params,
        body: settingDraft,
        response: { 200: settingPreview },
      },
    },
    (request) => settings.saveDraft(request.params.group, request.body.values),
  );
  app.delete(
    "/settings/:group/draft",
    { ...shared, schema: { ...describe("Discard a draft"), params, response: { 200: deleted } } },
    async (request) => {
      await settings.discardDraft(request.params.group);
      return { message: "Draft discarded" };
    },
  );
  app.get(
    "/settings/:group/history",
    {
      ...shared,
      schema: { ...describe("Published versions of a group"), params, response: { 200: z.array(settingChange) } },
    },
    (request) => settings.history(request.params.group),
  );
  app.post(
    "/settings/:group/revert",
    {
      ...shared,
      schema: {
        ...describe("Publish an earlier version again"),
        params,
        body: settingRevert,
        response: { 200: settingState },
      },
    },
    (request) => settings.revert(request.params.group, request.body, request.user!.id),
  );
  app.post(
    "/settings/pictures",
    {
      ...shared,
      schema: {
        ...describe("Send a picture for the settings"),
        description: "Multipart form with one file, `picture`.",
        consumes: ["multipart/form-data"],
        response: { 201: settingPicture },
      },
    },
    async (request, reply) => {
      const { files } = await readMultipartForm(request, "picture");
      reply.code(201);
      return settings.addPicture(await images.prepareUploads(files, "picture"));
    },
  );
}
