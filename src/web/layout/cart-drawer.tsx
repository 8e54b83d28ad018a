import { type CartLine, keyOf, removeFromCart, totalOf, useCart } from "../lib/cart.ts";
import { formatRupees } from "../lib/money.ts";
import { IconButton, LinkButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { LinePicture } from "../ui/line-picture.tsx";

export function CartDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const cart = useCart();
  return (
    <Dialog open={open} onClose={onClose} title="Your Cart" look="drawer">
      {cart.length === 0 ? (
        <div className="flex flex-col items-start gap-5 px-5 pb-8">
          <p className="text-lead text-ink-soft">Your cart is empty</p>
          <LinkButton to="/products" replace>
            Shop Products
          </LinkButton>
        </div>
      ) : (
        <>
          <ul className="grow overflow-y-auto border-t border-line px-5">
            {cart.map((line) => (
              <Line key={keyOf(line)} line={line} />
            ))}
          </ul>
          <div className="border-t border-line bg-ivory px-5 pt-4 pb-6">
            <p className="mb-4 flex items-baseline justify-between">
              <span>Subtotal</span>
              <span className="text-title font-semibold">{formatRupees(totalOf(cart))}</span>
            </p>
            <LinkButton to="/checkout" look="accent" replace className="w-full">
              Proceed to Checkout
            </LinkButton>
            <LinkButton to="/cart" replace className="mt-2 w-full border-transparent bg-transparent">
              View cart
            </LinkButton>
          </div>
        </>
      )}
    </Dialog>
  );
}

function Line({ line }: { line: CartLine }) {
  return (
    <li className="flex items-center gap-4 border-b border-line py-4 last:border-0">
      <LinePicture line={line} sizes="72px" className="size-18" />
      <div className="min-w-0 grow">
        <p className="leading-snug font-medium">{line.title}</p>
        <p className="text-small text-ink-soft">
          {line.qty} × {formatRupees(line.price)}
        </p>
      </div>
      <IconButton
        label={`Remove ${line.title}`}
        onClick={() => removeFromCart(line.itemId)}
        className="text-ink-soft hover:bg-sand hover:text-ink"
      >
        <Icon name="trash-2" size={20} />
      </IconButton>
    </li>
  );
}
