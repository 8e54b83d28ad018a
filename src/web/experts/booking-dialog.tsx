import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { whoCalls } from "../../contracts/appointments/call-rules.ts";
import {
  APPOINTMENT_MINUTES,
  type AppointmentMinutes,
  type ConsultationMode,
  consultationPrice,
  modeNames,
} from "../../contracts/appointments/consultation-rules.ts";
import { SlotPicker } from "../appointments/slot-picker.tsx";
import { browserZone, MomentText, momentInBoth } from "../appointments/times.tsx";
import { fetchSlots, useSlots } from "../appointments/use-slots.ts";
import { setTime } from "../cart/chosen-time.ts";
import { browserApi } from "../lib/browser-api.ts";
import { addToCart, addToCartWithToast, type CartItem, quantityInCart, readLines, useCart } from "../lib/cart.ts";
import { addDays } from "../lib/dates.ts";
import { useLogin } from "../lib/login.ts";
import { formatRupees } from "../lib/money.ts";
import { useLoad } from "../lib/use-load.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { InCart } from "../ui/in-cart.tsx";
import { type ExpertView, toAppointmentItem } from "./expert-view.ts";

/** What was chosen before the dialog opens: the mode, or on the page of all times a time. */
export interface BookingStart {
  mode: ConsultationMode;
  minutes?: AppointmentMinutes;
  at?: string;
}

export interface BookingDialogProps {
  expert: Pick<ExpertView, "_id" | "name" | "image" | "rates" | "hasHours">;
  start: BookingStart;
  isOpen: boolean;
  onClose: () => void;
}

/** Length, then time, then the cart. Without hours it ends after the length: the time is agreed on by phone. */
export function BookingDialog({ expert, start, isOpen, onClose }: BookingDialogProps) {
  const [shown, setShown] = useState<BookingStart>();
  const [mode, setMode] = useState(start.mode);
  const [minutes, setMinutes] = useState(start.minutes ?? APPOINTMENT_MINUTES[0]);
  const [added, setAdded] = useState("");
  if (shown !== start) {
    setShown(start);
    setMode(start.mode);
    setMinutes(start.minutes ?? minutes);
    setAdded("");
  }
  const panel = useRef<HTMLDivElement>(null);
  const rate = expert.rates.find((one) => one.mode === mode)!;
  const item = toAppointmentItem(expert, rate, minutes);
  const inCart = <InCart quantity={quantityInCart(useCart(), item)} replace className="mt-1 justify-center" />;

  function addAt(slot: string) {
    flushSync(() => setAdded(addWithTime(item, slot)));
    panel.current?.focus();
  }
  function addWithoutTime(event: FormEvent) {
    event.preventDefault();
    addToCartWithToast(item);
    onClose();
  }

  return (
    <Dialog open={isOpen} onClose={onClose} title={added ? "In your cart" : "Choose Duration"} look="choice">
      <div ref={panel} tabIndex={-1} className="flex min-h-0 flex-col overflow-y-auto px-5 pb-6 outline-none">
        <p className="text-ink-soft">{added ? item.title : `${modeNames[mode]} session with ${expert.name}`}</p>
        {added ? (
          <Added text={added} />
        ) : (
          <>
            {/* With hours, Enter adds nothing: a time or "Choose later" does. */}
            <form
              onSubmit={expert.hasHours ? (event) => event.preventDefault() : addWithoutTime}
              className="flex flex-col"
            >
              {start.at && (
                <fieldset className="mt-4 grid grid-cols-2 gap-2.5">
                  <legend className="sr-only">How you talk</legend>
                  {expert.rates.map((one) => (
                    <Choice key={one.mode} name="mode" checked={one.mode === mode} onChoose={() => setMode(one.mode)}>
                      {modeNames[one.mode]}
                    </Choice>
                  ))}
                </fieldset>
              )}
              <fieldset className="mt-4 grid gap-2.5">
                <legend className="sr-only">Duration</legend>
                {APPOINTMENT_MINUTES.map((choice) => (
                  <Choice key={choice} name="minutes" checked={choice === minutes} onChoose={() => setMinutes(choice)}>
                    {choice} minutes
                    <span className="ml-auto font-semibold">
                      {formatRupees(consultationPrice(rate.rupees, choice))}
                    </span>
                  </Choice>
                ))}
              </fieldset>
              <p aria-live="polite" className="mt-5 flex items-baseline justify-between border-t border-line pt-4">
                <span>Total</span>
                <span className="text-heading font-semibold">{formatRupees(item.price)}</span>
              </p>
              <p className="text-small text-ink-soft">*Charges calculated at {formatRupees(rate.rupees)}/minute</p>
              {!expert.hasHours && (
                <Button type="submit" look="accent" className="mt-5 shrink-0">
                  Add to cart
                </Button>
              )}
            </form>
            {expert.hasHours && (
              <>
                <Times key={minutes} {...{ expert, mode, minutes }} wish={start.at} onTaken={addAt} />
                <Button onClick={addWithoutTime} className="mt-5 shrink-0">
                  Choose later<span className="sr-only"> and add to cart</span>
                </Button>
              </>
            )}
            {inCart}
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Puts the session with its time into the cart. If it is already in the cart, only changes its time. */
function addWithTime(item: CartItem, startsAt: string) {
  const before = quantityInCart(readLines(), item);
  if (before === 0) addToCart(item);
  setTime(item, startsAt);
  return before > 1
    ? `Your cart holds ${before} of this session. You choose their times after payment.`
    : momentInBoth(browserZone(), startsAt);
}

const Added = ({ text }: { text: string }) => (
  <>
    <p className="mt-1 text-lead font-semibold">
      <MomentText text={text} />
    </p>
    <LinkButton to="/checkout" look="accent" replace className="mt-5">
      Go to checkout
    </LinkButton>
    <LinkButton to="/cart" replace className="mt-2">
      View cart
    </LinkButton>
  </>
);

interface TimesProps extends Pick<BookingDialogProps, "expert"> {
  mode: ConsultationMode;
  minutes: number;
  wish: string | undefined;
  onTaken: (slot: string) => void;
}

const distance = (one: string, other: string) => Math.abs(Date.parse(one) - Date.parse(other));

/** The free times of a length; a tap takes one. Of a wished time the nearest that is free comes first. */
function Times({ expert: { _id: expertId, name: expertName }, mode, minutes, wish: wished, onTaken }: TimesProps) {
  const wanted = { expertId, minutes };
  const times = useSlots(wanted);
  const [wish, setWish] = useState(wished);
  const [isSending, setSending] = useState(false);
  const [message, setMessage] = useState("");
  const alert = useRef<HTMLParagraphElement>(null);
  const userId = useLogin()?.id;
  const profile = useLoad(() => browserApi.call("GET /api/users/profile", {}), userId ?? "", Boolean(userId));
  const [first] = wish ? [...(times.data?.slots ?? [])].sort((a, b) => distance(a, wish) - distance(b, wish)) : [];
  const label = wish ? (first === wish ? "Your time" : "Nearest") : "Next";

  function refuse(text: string) {
    flushSync(() => {
      setMessage(text);
      setSending(false);
    });
    alert.current?.focus();
  }
  /** Checks the time first: somebody may have taken it since it was loaded. */
  async function take(slot: string) {
    if (isSending) return;
    setSending(true);
    setMessage("");
    try {
      const { slots } = await fetchSlots(wanted, addDays(slot.slice(0, 10), -1));
      if (slots.includes(slot)) return onTaken(slot);
      setWish(slot);
      times.replace(slots);
      refuse(`This time was taken a moment ago.${slots[0] ? " The nearest free one is offered here." : ""}`);
    } catch {
      refuse("The time could not be checked. Your choice is kept: please check your connection and try again.");
    }
  }
  const way = times.data?.calls[mode];
  return (
    <div className="mt-5 border-t border-line pt-5">
      <p className="mb-4 min-h-[1lh]">
        {way && whoCalls({ way, expertName, phone: profile.data?.phone || undefined })}
      </p>
      <SlotPicker
        times={times}
        zone={browserZone()}
        verb="Choose"
        direct={{ first, label }}
        {...{ isSending, message, alert }}
        onChoose={(slot) => void take(slot)}
      />
    </div>
  );
}

type ChoiceProps = { name: string; checked: boolean; onChoose: () => void; children: ReactNode };

const Choice = ({ name, checked, onChoose, children }: ChoiceProps) => (
  <label className="flex min-h-14 cursor-pointer items-center gap-3 rounded-control border border-edge px-4 font-medium transition-colors hover:border-ink has-checked:border-night has-checked:bg-night has-checked:text-ivory has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-ink">
    <input
      type="radio"
      name={name}
      checked={checked}
      onChange={onChoose}
      className="size-5 accent-saffron outline-none"
    />
    {children}
  </label>
);
