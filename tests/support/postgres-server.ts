import type { TestProject } from "vitest/node";
import { createTemplate, startTestServer } from "./test-postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    serverUrl: string;
    template: string;
  }
}

/** Global setup: one server and one migrated template. Each test file copies its database from it. */
export default async function setup(project: TestProject) {
  const server = await startTestServer();
  const template = await createTemplate(server.url);
  project.provide("serverUrl", server.url);
  project.provide("template", template.name);
  return async () => {
    await template.drop();
    await server.stop();
  };
}
