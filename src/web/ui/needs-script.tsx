import { useShop } from "../lib/site.ts";

interface NeedsScriptProps {
  what?: string;
  className?: string;
}

/** For forms and pages that work only with scripts. */
export function NeedsScript({ what = "This page", className = "py-4 text-lead" }: NeedsScriptProps) {
  const shop = useShop();
  return (
    <noscript>
      <p className={className}>
        {what} needs JavaScript. Without it, write to <strong>{shop.email}</strong> or call{" "}
        <strong>{shop.phone}</strong>.
      </p>
    </noscript>
  );
}
