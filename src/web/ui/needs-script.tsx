import { useShop } from "../lib/site.ts";

/** For account pages, which work only with scripts. */
export function NeedsScript() {
  const shop = useShop();
  return (
    <noscript>
      <p className="py-4 text-lead">
        This page needs JavaScript. Without it, write to <strong>{shop.email}</strong> or call{" "}
        <strong>{shop.phone}</strong>.
      </p>
    </noscript>
  );
}
