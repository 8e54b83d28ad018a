import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { deleted, idParams } from "../../contracts/error.ts";
import type { SearchQuery } from "../../contracts/list.ts";
import type { Images } from "../images/service.ts";
import { type ApiApp, security, sendPage } from "../platform/http/api-app.ts";
import { fieldsOf } from "../platform/http/api-errors.ts";
import { badInput } from "../platform/http/errors.ts";
import type { Logins } from "../platform/http/logins.ts";
import { readMultipartForm } from "../platform/http/multipart-form.ts";
import type { SettingsService } from "../settings/service.ts";
import { idsIn, type Resource, type Viewer } from "./resource.ts";
import type { ResourceService } from "./resource-service.ts";
import { listTag, recordTag } from "./tags.ts";

export interface RouteDeps {
  logins: Logins;
  images: Images;
  settings: SettingsService;
}

const idOf = ({ params }: FastifyRequest) => (params as { id: string }).id;
const viewerOf = (request: FastifyRequest): Viewer => (request.user?.role === "owner" ? "owner" : "public");

/** The five calls of a kind of record: public list and detail; create, update and delete for the owner. */
export function resourceRoutes(app: ApiApp, resource: Resource, service: ResourceService, deps: RouteDeps) {
  const { recognise, requireOwner } = deps.logins;
  const { name, path, imageField, item, query, formFor, volatileTags } = resource;
  const tags = [path.slice(1)];
  const title = name[0]!.toUpperCase() + name.slice(1);
  const formNote = `Multipart form; pictures in \`${imageField}\`. Bad fields answer 400 with a sentence for each.`;

  /** A list by `ids` depends only on these records, also when one of them is deleted or published. */
  function listTags(request: FastifyRequest) {
    const ids = idsIn(request.query as SearchQuery);
    return ids.length > 0 ? ids.map((id) => recordTag(path, id)) : [listTag(path)];
  }

  async function readForm(request: FastifyRequest) {
    const { fields, files } = await readMultipartForm(request, imageField);
    const parsed = formFor(await deps.settings.read()).safeParse(fields);
    if (!parsed.success) throw badInput(fieldsOf(parsed.error.issues));
    return { values: parsed.data, pictures: await deps.images.prepareUploads(files, imageField) };
  }

  app.get(
    path,
    {
      onRequest: recognise,
      config: { cache: { tags: listTags, figures: () => volatileTags?.list() } },
      schema: { tags, summary: `List ${name}s, newest first`, querystring: query, response: { 200: z.array(item) } },
    },
    async (request, reply) => sendPage(reply, await service.list(request.query, viewerOf(request))),
  );

  app.get(
    `${path}/:id`,
    {
      onRequest: recognise,
      config: {
        cache: {
          tags: (request) => [recordTag(path, idOf(request))],
          figures: (request) => volatileTags?.record(idOf(request)),
        },
      },
      schema: { tags, summary: `One ${name}`, params: idParams, response: { 200: item } },
    },
    (request) => service.find(request.params.id, viewerOf(request)),
  );

  app.post(
    path,
    {
      onRequest: requireOwner,
      schema: {
        tags,
        security,
        summary: `Create a ${name}`,
        description: formNote,
        consumes: ["multipart/form-data"],
        response: { 201: item },
      },
    },
    async (request, reply) => {
      const { values, pictures } = await readForm(request);
      reply.code(201);
      return service.create(values, pictures, request.user!.id);
    },
  );

  app.put(
    `${path}/:id`,
    {
      onRequest: requireOwner,
      schema: {
        tags,
        security,
        summary: `Update a ${name}`,
        description: formNote,
        consumes: ["multipart/form-data"],
        params: idParams,
        response: { 200: item },
      },
    },
    async (request) => {
      const { values, pictures } = await readForm(request);
      return service.update(request.params.id, values, pictures, request.user!.id);
    },
  );

  app.delete(
    `${path}/:id`,
    {
      onRequest: requireOwner,
      schema: { tags, security, summary: `Delete a ${name}`, params: idParams, response: { 200: deleted } },
    },
    async (request) => {
      await service.remove(request.params.id, request.user!.id);
      return { message: `${title} deleted successfully` };
    },
  );
}
