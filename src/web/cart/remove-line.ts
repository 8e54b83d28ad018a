import type { MouseEvent } from "react";
import { type CartLine, removeFromCart } from "../lib/cart.ts";

/**
 * Removes the line of the pressed button. The focus moves to the next line's Remove button, so that several lines can be
 * removed by keyboard; after the last line to the top of the page or of the drawer.
 */
export function removeLine({ currentTarget }: MouseEvent, { itemId }: CartLine) {
  const row = currentTarget.closest("li");
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const top = row?.closest("dialog")?.querySelector("button") ?? document.getElementById("content");
  const next = neighbour?.querySelector<HTMLElement>("[data-remove]") ?? top;
  removeFromCart(itemId);
  next?.focus({ preventScroll: neighbour === null });
}
