import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import fp from "fastify-plugin";
import { jsonSchemaTransform } from "fastify-type-provider-zod";

/** Swagger UI uses style attributes. All other resources come from our own origin. */
const POLICY = {
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self' 'unsafe-inline'",
  "img-src": "'self' data:",
  "connect-src": "'self'",
  "base-uri": "'none'",
  "form-action": "'none'",
  "frame-ancestors": "'none'",
};

/** The OpenAPI document, generated from the contracts that validate, and a page to browse it. */
export const apiDocs = fp(async (app, { title, version }: { title: string; version: string }) => {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title, version },
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } } },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, {
    routePrefix: "/api/docs",
    staticCSP: POLICY,
    uiConfig: { validatorUrl: null, tryItOutEnabled: true },
  });
  app.get("/api/openapi.json", { schema: { hide: true } }, async () => app.swagger());
});
