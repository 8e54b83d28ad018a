import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import fp from "fastify-plugin";
import { completeDocument, describeCall } from "./api-document.ts";

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
export const apiDocs = fp(async (app, { origin, ...info }: Record<"title" | "version" | "origin", string>) => {
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info,
      servers: [{ url: origin }],
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } } },
    },
    transform: describeCall,
    transformObject: (built) => completeDocument("openapiObject" in built ? built.openapiObject : built.swaggerObject),
  });
  await app.register(swaggerUi, {
    routePrefix: "/api/docs",
    staticCSP: POLICY,
    uiConfig: { validatorUrl: null, tryItOutEnabled: true },
  });
  app.get("/api/openapi.json", { schema: { hide: true } }, async () => app.swagger());
});
