import type { ReactNode } from "react";
import { WithoutCart } from "./without-cart.tsx";

/** Price and buy button; sticks to the bottom of small screens. `facts` come before the button. */
export function BuyFrame({ facts, children }: { facts: ReactNode; children: ReactNode }) {
  return (
    <div className="buy-box">
      <div className="buy-box-facts">{facts}</div>
      {children}
      <WithoutCart className="text-small" />
    </div>
  );
}
