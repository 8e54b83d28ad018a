import { type Capability, capabilityNames, UCP_VERSION as version } from "./operations.ts";

const SPECIFICATION = `https://ucp.dev/${version}`;

/** Extensions. One without an active parent is inactive too. */
export const parentsOf: Partial<Record<Capability, Capability[]>> = {
  "dev.ucp.shopping.fulfillment": ["dev.ucp.shopping.checkout"],
  "dev.ucp.shopping.discount": ["dev.ucp.shopping.cart", "dev.ucp.shopping.checkout"],
};

const oneParcel = { allows_multi_destination: { shipping: false }, allows_method_combinations: [["shipping"]] };

function toCapability(name: Capability) {
  const part = name.replace("dev.ucp.shopping.", "");
  return {
    version,
    spec: `${SPECIFICATION}/specification/${part.replace(".", "/")}`,
    schema: `${SPECIFICATION}/schemas/shopping/${part.replace(".", "_")}.json`,
    ...(parentsOf[name] && { extends: parentsOf[name] }),
    ...(part === "fulfillment" && { config: oneParcel }),
  };
}

const toService = (transport: "rest" | "mcp", endpoint: string, schema: string) => ({
  ...{ version, transport, endpoint, spec: `${SPECIFICATION}/specification/overview` },
  schema: `${SPECIFICATION}/services/shopping/${schema}`,
});

/** What the shop can do for agents: `/.well-known/ucp`. */
export function shopProfile(publicUrl: string) {
  const rest = toService("rest", `${publicUrl}/ucp/v1`, "rest.openapi.json");
  const mcp = toService("mcp", `${publicUrl}/ucp/mcp`, "mcp.openrpc.json");
  const capabilities = Object.fromEntries(capabilityNames.map((name) => [name, [toCapability(name)]]));
  return { ucp: { version, services: { "dev.ucp.shopping": [rest, mcp] }, capabilities, payment_handlers: {} } };
}
