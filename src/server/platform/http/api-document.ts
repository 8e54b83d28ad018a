import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { z } from "zod";
import { apiProblem } from "../../../contracts/error.ts";
import { jsonForm } from "../../../contracts/json-form.ts";
import { errorCodes } from "./errors.ts";
import type { FormContract } from "./multipart-form.ts";

const toSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input" });

/** A form's body in each content type that it may have. */
function describeForm({ schema, files }: FormContract) {
  const form = toSchema(schema);
  if (files) {
    const items = { type: "string" as const, format: "binary", maxLength: files.maxBytes };
    form.properties = { ...form.properties, [files.field]: { type: "array", items, maxItems: files.maxFiles } };
    if (files.isRequired) return { "multipart/form-data": { schema: { ...form, required: [files.field] } } };
  }
  return { "application/json": { schema: toSchema(jsonForm(schema)) }, "multipart/form-data": { schema: form } };
}

export const describeCall: typeof jsonSchemaTransform = (call) => {
  const described = jsonSchemaTransform(call);
  const form = call.route.config?.form;
  return form ? { ...described, schema: { ...described.schema, body: { content: describeForm(form) } } } : described;
};

interface Operation {
  security?: object;
  operationId: string;
  tags: string[];
  parameters?: { in: string }[];
  responses: Record<string, object>;
}

/** General errors that depend on the call, and the codes of its tag. A call that only reads answers some of them. */
function statusesOf(method: string, { tags: [tag = ""], security, parameters = [] }: Operation) {
  const own = errorCodes.filter(({ tags }) => tags.includes(tag)).map(({ status }) => status);
  return [
    ...[400, 405, 408, 429, 431, 500, 503],
    ...(security ? [401, 403] : []),
    ...(parameters.some((parameter) => parameter.in === "path") ? [404] : []),
    ...(method === "get" ? [] : [413, 415, 507]),
    ...(method === "get" ? own.filter((status) => [400, 404, 503].includes(status)) : own),
  ];
}

function describeError(tag: string, status: number) {
  const codes = errorCodes.filter((one) => one.status === status && (!one.tags[0] || one.tags.includes(tag)));
  const properties = { code: { enum: [...new Set(codes.map(({ code }) => code))] } };
  return {
    description: codes.map(({ code, message }) => `\`${code}\`: ${message}`).join("\n\n"),
    content: { "application/json": { schema: { $ref: "#/components/schemas/Problem", properties } } },
  };
}

type Paths = Record<string, Record<string, Operation>>;

/** Adds operation ids and the errors that each call can answer. */
export function completeDocument<T extends object>(document: T) {
  const { paths, components } = document as unknown as { paths: Paths; components: Record<string, object> };
  const responses: Record<string, object> = {};
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const words = path.replaceAll("{", "by ").match(/\w+/g)!.slice(1);
      operation.operationId = method + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
      for (const status of statusesOf(method, operation)) {
        const name = `${operation.tags[0]}.${status}`.replaceAll(" ", "-");
        responses[name] ??= describeError(operation.tags[0]!, status);
        operation.responses[status] = { $ref: `#/components/responses/${name}` };
      }
    }
  }
  Object.assign(components, { responses, schemas: { ...components.schemas, Problem: toSchema(apiProblem) } });
  return document;
}
