import { useCallback, useEffect, useState } from "react";
import type { AgentCheckout } from "../../contracts/agents/agent-checkout.ts";
import type { CartQuote } from "../../contracts/orders/quote.ts";
import { applyQuotes, fetchQuotes } from "../cart/check-cart.ts";
import { type Buyer, Checkout, loadBuyer } from "../checkout/checkout-page.tsx";
import type { GivenValues } from "../checkout/draft.ts";
import { browserApi } from "../lib/browser-api.ts";
import { type CartLine, keyOf } from "../lib/cart.ts";
import { useGuard, withNext } from "../lib/guard.ts";
import { apiOf, throwRefusal } from "../lib/load-context.ts";
import { readLogin } from "../lib/login.ts";
import { SECRET_HEADERS, secretMeta } from "../lib/page-meta.ts";
import { putInCart } from "../orders/order-cart.ts";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { NeedsScript } from "../ui/needs-script.tsx";
import { problemPage } from "../ui/page-problem.tsx";
import type { Route } from "./+types/continue-page";

export const headers = () => SECRET_HEADERS;

type Found = Omit<AgentCheckout, "shipping"> & { quote: CartQuote; pin: string; buyer?: Buyer; given?: GivenValues };

/** Everybody with the link sees it, so it has nothing of the recipient but the PIN code, for the delivery charge. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Found> {
  const api = apiOf(context);
  const { shipping, ...checkout } = await api.call("GET /api/agent-checkouts/:token", { params }).catch(throwRefusal);
  const body = { items: checkout.items, coupon: checkout.coupon, pin: shipping.pin };
  return { ...checkout, pin: body.pin, quote: (await api.call("POST /api/cart/quote", { body })) as CartQuote };
}

/** The agent's address is saved for later orders only if the buyer says so. */
function toGiven({ address, pin, ...who }: AgentCheckout["shipping"]): GivenValues {
  const given = Object.entries({ ...who, ...(address && { address, pin }) });
  const known = given.flatMap(([name, value]) => (value ? [[`shipping.${name}`, value]] : []));
  return { saveAddress: "", ...Object.fromEntries(known) };
}

export async function clientLoader({ params, serverLoader }: Route.ClientLoaderArgs): Promise<Found> {
  const served = await serverLoader();
  if (served.state !== "open" || !readLogin()) return served;
  const found = browserApi.call("GET /api/agent-checkouts/:token", { params });
  const [{ shipping }, buyer] = await Promise.all([found, loadBuyer()]);
  return { ...served, buyer, given: toGiven(shipping) };
}
clientLoader.hydrate = true as const;

export const meta = secretMeta({ title: "Your order", description: "Look at it and pay.", path: "/ucp/continue" });

export default function ContinuePage({ loaderData: found, params: { token } }: Route.ComponentProps) {
  useGuard();
  return found.state === "open" ? <OpenCheckout {...{ found, token }} /> : <Closed found={found} />;
}

/** One line for each item, as in the cart. */
function mergeLines(lines: readonly CartLine[]) {
  const merged = new Map<string, CartLine>();
  for (const line of lines) merged.set(keyOf(line), { ...line, qty: line.qty + (merged.get(keyOf(line))?.qty ?? 0) });
  return [...merged.values()];
}

/** The lines as the agent left them. The quote has the items in their order. */
function toAgentCart({ items, quote, coupon, pin }: Found) {
  const lines = items.map((item, index) => {
    const { title, price, image } = quote.lines[index]!;
    return { ...item, title: title || "No longer sold", price, image };
  });
  // A lowered quantity has another total.
  const served = quote.lines.some(({ problem }) => problem === "short") ? undefined : quote;
  return { ...applyQuotes(lines, quote.lines), failed: false, coupon, pin, served };
}

/** Kept in memory while the buyer goes to the login and back, unless the agent changes the checkout. */
let kept: { key: string; cart: ReturnType<typeof toAgentCart> } | undefined;

/** The lines of an agent's checkout, with the changes that a cart has. The stored cart stays as it is. */
function useAgentCart(found: Found, token: string) {
  const key = JSON.stringify([token, found.items, found.coupon]);
  const [cart, setCart] = useState(() => (kept?.key === key ? kept.cart : toAgentCart(found)));
  useEffect(() => {
    kept = { key, cart };
  }, [key, cart]);
  // The served totals are those of the agent's choices.
  const choose = useCallback(
    (part: Partial<typeof cart>) => setCart((before) => ({ ...before, ...part, served: undefined })),
    [],
  );
  const { lines, coupon, pin, served } = cart;

  async function check(wanted = lines) {
    const quotes = await fetchQuotes(wanted).catch(() => undefined);
    setCart((before) => ({ ...before, failed: !quotes, ...(quotes && applyQuotes(before.lines, quotes)) }));
  }
  function onEdit(line: CartLine, to: CartLine | undefined) {
    const edited = mergeLines(lines.flatMap((one) => (keyOf(one) === keyOf(line) ? (to ?? []) : one)));
    choose({ lines: edited });
    // Another size has its own stock.
    if (to && keyOf(to) !== keyOf(line)) void check(edited);
  }
  return { ...cart, check, onEdit, prices: { coupon, pin, choose, served } };
}

function OpenCheckout({ found, token }: { found: Found; token: string }) {
  const { lines: cart, lineChecks, failed, check, prices, onEdit } = useAgentCart(found, token);
  const agent = { token, prices, onEdit, given: found.given };
  return (
    <Checkout {...{ cart, lineChecks, failed, agent }} buyer={found.buyer} onCheck={() => void check()}>
      <section aria-label="Log in" className="if-visitor">
        <p className="mb-5 text-lead">
          Your assistant put this together. Look at it and change what you like. To pay, type your e-mail address: we
          send you a code, and you need no password.
        </p>
        <LinkButton look="accent" to={withNext("/login", `/ucp/continue/${token}`)} className="needs-script">
          Continue with your e-mail
        </LinkButton>
        <NeedsScript what="Paying" className="text-lead" />
      </section>
    </Checkout>
  );
}

function Closed({ found }: { found: Found }) {
  const { lines, lineChecks } = toAgentCart(found);
  const sold = lines.filter((line) => !["gone", "sold_out"].includes(lineChecks[keyOf(line)]?.problem ?? ""));
  const text = sold.length > 0 ? `You can still have: ${sold.map(({ title }) => title).join(", ")}.` : "";
  const [title, lead] = found.orderId
    ? ["This is paid", "Thank you! The page of your order says what is next."]
    : ["This link has ended", `Nothing was bought with it. ${text}`];
  return (
    <div className="shell">
      <EmptyState heading="h1" title={title} text={lead}>
        {text && (
          <LinkButton to="/cart" look="accent" onClick={() => putInCart(sold)} className="needs-script">
            Put them into your cart
          </LinkButton>
        )}
        <LinkButton to={found.orderId ? `/orders/${found.orderId}` : "/products"}>
          {found.orderId ? "See your order" : "Shop Products"}
        </LinkButton>
      </EmptyState>
    </div>
  );
}

export const ErrorBoundary = problemPage({
  missing: {
    title: "This link does not work.",
    text: "A part of it may be missing. Please open it again where your assistant gave it to you.",
  },
  failed: "Your order could not be loaded",
  back: { to: "/", label: "To the shop" },
});
