import { type FormEvent, useState } from "react";
import {
  APPOINTMENT_MINUTES,
  type AppointmentMinutes,
  consultationPrice,
  expertItemId,
  expertItemTitle,
  modeNames,
} from "../../contracts/appointments/consultation-rules.ts";
import { addToCartWithToast } from "../lib/add-to-cart.ts";
import { type CartItem, quantityInCart, useCart } from "../lib/cart.ts";
import { formatRupees } from "../lib/money.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { InCart } from "../ui/in-cart.tsx";
import type { Rate } from "./expert-view.ts";

interface ChooseDurationProps {
  isOpen: boolean;
  onClose: () => void;
  expert: { _id: string; name: string; image: string | undefined };
  rate: Rate;
}

export function ChooseDuration({ isOpen, onClose, expert, rate }: ChooseDurationProps) {
  const [minutes, setMinutes] = useState<AppointmentMinutes>(APPOINTMENT_MINUTES[0]);
  const { mode } = rate;
  const price = consultationPrice(rate.rupees, minutes);

  const item: CartItem = {
    itemId: expertItemId({ expertId: expert._id, mode, minutes }),
    itemType: "consultancy",
    title: expertItemTitle(expert.name, mode, minutes),
    price,
    image: expert.image ?? "",
  };

  const add = (event: FormEvent) => {
    event.preventDefault();
    addToCartWithToast(item);
    onClose();
  };

  return (
    <Dialog open={isOpen} onClose={onClose} title="Choose Duration" look="choice">
      <form onSubmit={add} className="flex min-h-0 flex-col overflow-y-auto px-5 pb-6">
        <p className="text-ink-soft">
          {modeNames[mode]} session with {expert.name}
        </p>
        <fieldset className="mt-4 grid gap-2.5">
          <legend className="sr-only">Duration</legend>
          {APPOINTMENT_MINUTES.map((choice) => (
            <label
              key={choice}
              className="flex min-h-14 cursor-pointer items-center gap-3 rounded-control border border-edge px-4 transition-colors hover:border-ink has-checked:border-night has-checked:bg-night has-checked:text-ivory has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-ink"
            >
              <input
                type="radio"
                name="minutes"
                value={choice}
                checked={choice === minutes}
                onChange={() => setMinutes(choice)}
                className="size-5 accent-saffron outline-none"
              />
              <span className="font-medium">{choice} minutes</span>
              <span className="ml-auto font-semibold">{formatRupees(consultationPrice(rate.rupees, choice))}</span>
            </label>
          ))}
        </fieldset>
        <p aria-live="polite" className="mt-5 flex items-baseline justify-between border-t border-line pt-4">
          <span>Total</span>
          <span className="text-heading font-semibold">{formatRupees(price)}</span>
        </p>
        <p className="text-small text-ink-soft">*Charges calculated at {formatRupees(rate.rupees)}/minute</p>
        <Button type="submit" look="accent" className="mt-5 shrink-0">
          Add to cart
        </Button>
        <InCart quantity={quantityInCart(useCart(), item)} replace className="mt-1 justify-center" />
      </form>
    </Dialog>
  );
}
