import { type FormEvent, type Ref, useCallback, useState } from "react";
import {
  APPOINTMENT_MINUTES,
  type AppointmentMinutes,
  consultationPrice,
  modeNames,
  parseExpertItemId,
} from "../../contracts/appointments/consultation-rules.ts";
import { addToCartWithToast, quantityInCart, quantityOf, useCart } from "../lib/cart.ts";
import { contactLinks } from "../lib/contact-links.ts";
import { formatRate, formatRupees } from "../lib/money.ts";
import { useShop } from "../lib/site.ts";
import { Button, ExternalLinkButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { InCart } from "../ui/in-cart.tsx";
import { WithoutCart } from "../ui/without-cart.tsx";
import { type ExpertView, type Rate, toAppointmentItem } from "./expert-view.ts";

type BookingProps = { expert: Pick<ExpertView, "_id" | "name" | "image" | "rates"> };

const icons = { audio: "phone", video: "video" } satisfies Record<Rate["mode"], IconName>;

export function Booking({ ref, expert }: BookingProps & { ref: Ref<HTMLElement> }) {
  return (
    <section
      ref={ref}
      id="booking"
      tabIndex={-1}
      aria-labelledby="booking-title"
      className="border-t border-line bg-sand outline-none"
    >
      <div className="shell py-12 md:py-16">
        <h2 id="booking-title" className="text-heading">
          Book a session
        </h2>
        {expert.rates.length === 0 ? <AskForPrice name={expert.name} /> : <Choices expert={expert} />}
      </div>
    </section>
  );
}

function Choices({ expert }: BookingProps) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState(expert.rates[0]!);
  const close = useCallback(() => setOpen(false), []);
  const ownAppointments = useCart().filter(
    ({ itemType, itemId }) => itemType === "consultancy" && parseExpertItemId(itemId)?.expertId === expert._id,
  );
  return (
    <>
      <p className="mt-2 max-w-[56ch] text-ink-soft">
        Choose how you would like to talk. You decide on the length next; nothing is charged until checkout.
      </p>
      <div className="needs-script mt-6 grid gap-3 sm:grid-cols-2 md:max-w-3xl md:gap-5">
        {expert.rates.map((rate) => (
          <button
            key={rate.mode}
            type="button"
            aria-haspopup="dialog"
            onClick={() => {
              setChosen(rate);
              setOpen(true);
            }}
            className="flex min-h-24 items-center gap-5 rounded-card border border-edge bg-paper px-6 py-3 text-left transition hover:border-ink hover:shadow-soft"
          >
            <Icon name={icons[rate.mode]} size={32} className="shrink-0 text-saffron-deep" />
            <span>
              <span className="block font-display text-title font-medium">{modeNames[rate.mode]}</span>
              <span className="text-ink-soft">{formatRate(rate.rupees)}</span>
            </span>
          </button>
        ))}
      </div>
      <InCart quantity={quantityOf(ownAppointments)} className="mt-3" />
      <WithoutCart action="book" className="mt-4" />
      <ChooseDuration isOpen={isOpen} onClose={close} expert={expert} rate={chosen} />
    </>
  );
}

function AskForPrice({ name }: { name: string }) {
  const shop = useShop();
  return (
    <>
      <p className="mt-2 max-w-[56ch] text-ink-soft">
        {name} agrees the price of a session with you in person. Please enquire on WhatsApp.
      </p>
      <ExternalLinkButton
        href={contactLinks(shop).whatsapp(`Namaste! I would like to book a session with ${name}.`)}
        className="mt-6"
      >
        <Icon name="message-circle" size={20} className="text-saffron-deep" />
        Enquire on WhatsApp
      </ExternalLinkButton>
    </>
  );
}

type ChooseDurationProps = BookingProps & { isOpen: boolean; onClose: () => void; rate: Rate };

function ChooseDuration({ isOpen, onClose, expert, rate }: ChooseDurationProps) {
  const [minutes, setMinutes] = useState<AppointmentMinutes>(APPOINTMENT_MINUTES[0]);
  const item = toAppointmentItem(expert, rate, minutes);

  const add = (event: FormEvent) => {
    event.preventDefault();
    addToCartWithToast(item);
    onClose();
  };

  return (
    <Dialog open={isOpen} onClose={onClose} title="Choose Duration" look="choice">
      <form onSubmit={add} className="flex min-h-0 flex-col overflow-y-auto px-5 pb-6">
        <p className="text-ink-soft">
          {modeNames[rate.mode]} session with {expert.name}
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
          <span className="text-heading font-semibold">{formatRupees(item.price)}</span>
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
