import { flushSync } from "react-dom";
import { SIZE_LINK } from "../cart/line-notes.tsx";
import type { CartLine } from "../lib/cart.ts";
import { useSizeDialog } from "../shop/product-card.tsx";

/** Chooses the size of a line. The focus moves to the summary: the button is removed together with its dialog. */
export default function LineSize({ line, onChoose }: { line: CartLine; onChoose: (to: CartLine) => void }) {
  const { open, dialog } = useSizeDialog(line.itemId, (item) => {
    flushSync(() => onChoose({ ...line, ...item }));
    document.getElementById("checkout-summary")?.focus();
  });
  return (
    <>
      <button type="button" aria-haspopup="dialog" data-choose-size onClick={open} className={SIZE_LINK}>
        Choose a size
      </button>
      {dialog}
    </>
  );
}
