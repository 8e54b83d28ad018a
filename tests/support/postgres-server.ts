import type { TestProject } from "vitest/node";
import { migrateDatabase } from "../../src/server/platform/database/migrate.ts";
import { guardOrders } from "./order-guard.ts";
import { addOwner } from "./owner.ts";
import { createTemplate, migrations, startTestServer } from "./test-postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    serverUrl: string;
    template: string;
    /** The same with the owner: hashing the password again takes longer than most tests. */
    ownedTemplate: string;
  }
}

/** Global setup: one server and two migrated templates. Each test file copies its database from one of them. */
export default async function setup(project: TestProject) {
  const server = await startTestServer();
  const template = await createTemplate(server.url, async (db) => {
    await migrateDatabase(db, migrations);
    await guardOrders(db);
  });
  const ownedTemplate = await createTemplate(server.url, addOwner, template.name);
  project.provide("serverUrl", server.url);
  project.provide("template", template.name);
  project.provide("ownedTemplate", ownedTemplate.name);
  return async () => {
    await ownedTemplate.drop();
    await template.drop();
    await server.stop();
  };
}
