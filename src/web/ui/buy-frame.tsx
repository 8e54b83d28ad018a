import type { ReactNode } from "react";
import { useShop } from "../lib/site.ts";

/** Price and buy button; sticks to the bottom of small screens. `facts` come before the button. */
export function BuyFrame({ facts, children }: { facts: ReactNode; children: ReactNode }) {
  const shop = useShop();
  return (
    <div className="buy-box">
      <div className="buy-box-facts">{facts}</div>
      {children}
      <noscript>
        <p className="text-small">
          The cart needs JavaScript. Without it, order by phone: <strong>{shop.phone}</strong>
        </p>
      </noscript>
    </div>
  );
}
