import { type Capability, capabilityNames, UCP_VERSION } from "./operations.ts";

const SPECIFICATION = `https://ucp.dev/${UCP_VERSION}`;

/** Extensions. One whose parents are all inactive is inactive too. */
export const parentsOf: Partial<Record<Capability, Capability[]>> = {
  "dev.ucp.shopping.fulfillment": ["dev.ucp.shopping.checkout"],
  "dev.ucp.shopping.discount": ["dev.ucp.shopping.cart", "dev.ucp.shopping.checkout"],
};

const configs: Partial<Record<Capability, object>> = {
  "dev.ucp.shopping.fulfillment": {
    allows_multi_destination: { shipping: false },
    allows_method_combinations: [["shipping"]],
  },
};

function toCapability(name: Capability) {
  const part = name.replace("dev.ucp.shopping.", "");
  return {
    version: UCP_VERSION,
    spec: `${SPECIFICATION}/specification/${part.replace(".", "/")}`,
    schema: `${SPECIFICATION}/schemas/shopping/${part.replace(".", "_")}.json`,
    ...(parentsOf[name] && { extends: parentsOf[name] }),
    ...(configs[name] && { config: configs[name] }),
  };
}

const toService = (transport: "rest" | "mcp", endpoint: string, schema: string) => ({
  version: UCP_VERSION,
  transport,
  endpoint,
  spec: `${SPECIFICATION}/specification/overview`,
  schema: `${SPECIFICATION}/services/shopping/${schema}`,
});

/** What the shop can do for agents: `/.well-known/ucp`. */
export const shopProfile = (publicUrl: string) => ({
  ucp: {
    version: UCP_VERSION,
    services: {
      "dev.ucp.shopping": [
        toService("rest", `${publicUrl}/ucp/v1`, "rest.openapi.json"),
        toService("mcp", `${publicUrl}/ucp/mcp`, "mcp.openrpc.json"),
      ],
    },
    capabilities: Object.fromEntries(capabilityNames.map((name) => [name, [toCapability(name)]])),
    payment_handlers: {},
  },
});
