import type { Ref } from "react";
import { modeNames } from "../../contracts/appointments/consultation-rules.ts";
import { parseItem } from "../../contracts/orders/item-rules.ts";
import { quantityOf, useCart } from "../lib/cart.ts";
import { contactLinks } from "../lib/contact-links.ts";
import { formatRate } from "../lib/money.ts";
import { useShop } from "../lib/site.ts";
import { ExternalLinkButton } from "../ui/button.tsx";
import { Icon, type IconName } from "../ui/icon.tsx";
import { InCart } from "../ui/in-cart.tsx";
import { WithoutCart } from "../ui/without-cart.tsx";
import type { Rate } from "./expert-view.ts";
import { type BookedExpert, useBookingDialog } from "./use-booking-dialog.tsx";

type BookingProps = { expert: BookedExpert };

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
  const { open, preload, dialog } = useBookingDialog(expert);
  const ownAppointments = useCart().filter((line) => parseItem(line).expertId === expert._id);
  return (
    <>
      <p className="mt-2 max-w-[56ch] text-ink-soft">
        Choose how you would like to talk. You decide on the length{expert.hasHours && " and the time"} next; nothing is
        charged until checkout.
      </p>
      <div className="needs-script mt-6 grid gap-3 sm:grid-cols-2 md:max-w-3xl md:gap-5">
        {expert.rates.map((rate) => (
          <button
            key={rate.mode}
            type="button"
            aria-haspopup="dialog"
            onPointerEnter={preload}
            onFocus={preload}
            onClick={() => open({ mode: rate.mode })}
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
      {dialog}
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
