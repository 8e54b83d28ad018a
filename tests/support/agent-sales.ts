import { expect } from "vitest";
import { type Capability, capabilityNames } from "../../src/server/agents/operations.ts";
import { someAddress } from "./people.ts";
import type { TestShop } from "./test-shop.ts";

interface Total {
  type: string;
  amount: number;
  display_text?: string;
}

/** What the tests read of a cart or checkout. */
export interface AgentSale {
  ucp: { status?: string; capabilities: Record<string, unknown>; payment_handlers?: object };
  id: string;
  status?: string;
  line_items: { id: string; item: { id: string; title: string; price: number }; quantity: number; totals: Total[] }[];
  totals: Total[];
  messages?: { type: string; code: string; content: string; severity?: string; path?: string }[];
  discounts?: { codes: string[]; applied?: { code: string; amount: number; provisional?: boolean }[] };
  fulfillment?: {
    methods: {
      line_item_ids: string[];
      destinations: { id: string }[];
      selected_destination_id?: string;
      groups: { options: { totals: Total[]; earliest_fulfillment_time?: string }[]; selected_option_id: string }[];
    }[];
  };
  buyer?: object;
  continue_url?: string;
  expires_at?: string;
  order?: { id: string; label: string; permalink_url: string };
  code?: string;
}

/** An agent with these capabilities that calls from an own address. */
export function openAgent({ services }: TestShop, capabilities: readonly Capability[] = capabilityNames) {
  const { operations } = services.agents;
  const agent = { profileUrl: "https://agent.example/profile.json", capabilities: new Set(capabilities) };
  const ip = someAddress();
  const call = async (name: string, { id = "", body }: { id?: string; body?: unknown } = {}) => {
    const operation = operations.find((one) => one.name === name)!;
    const read = operation.body ? operation.body.parse(JSON.parse(JSON.stringify(body))) : undefined;
    const reply = await operation.handle({ agent, id, body: read, ip });
    return { status: reply.status, body: JSON.parse(JSON.stringify(reply.body)) as AgentSale };
  };
  const open = async (name: string, body: unknown) => {
    const reply = await call(name, { body });
    expect(reply.status, JSON.stringify(reply.body)).toBe(201);
    return reply.body;
  };
  return { call, open, ip };
}

export const BUYER = {
  first_name: "Meera",
  last_name: "Test",
  email: "meera@example.com",
  phone_number: "+919000000001",
};

export const addressIn = (postal_code: string, fields = {}) => ({
  methods: [
    {
      type: "shipping",
      destinations: [{ street_address: "12 Tara Marg", postal_code, address_country: "IN", ...fields }],
    },
  ],
});

export const lineItem = (id: string, quantity = 1) => ({ item: { id }, quantity });

/** The amounts by type; a type that is missing is undefined. */
export const amountsOf = ({ totals }: Pick<AgentSale, "totals">) =>
  Object.fromEntries(totals.map(({ type, amount }) => [type, amount])) as Record<string, number | undefined>;

export const codesOf = ({ messages = [] }: AgentSale) => messages.map(({ code }) => code);

export const tokenOf = ({ continue_url = "" }: AgentSale) => /\/ucp\/continue\/([\w-]{44})$/.exec(continue_url)![1]!;

/** Charges for delivery: by weight, and for one region. */
export const CHARGE = {
  isCharged: true,
  flat: 99,
  freeAbove: 5000,
  slabs: [{ upToGrams: 500, price: 60 }],
  defaultWeightGrams: 100,
  pinPrices: [{ prefix: "79", price: 150 }],
};
