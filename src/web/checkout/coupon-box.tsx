import { type FormEvent, useRef, useState } from "react";
import { MAX_CODE_LENGTH } from "../../contracts/coupons/coupon-rules.ts";
import { fetchTotals, type TotalsState } from "../cart/use-totals.ts";
import type { CartLine } from "../lib/cart.ts";
import { errorMessage } from "../lib/error-message.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";

interface CouponBoxProps {
  /** The lines that can be bought. */
  cart: readonly CartLine[];
  state: TotalsState;
  /** Why the order was refused with the code. */
  refusal: string | undefined;
}

export function CouponBox({ cart, state: { coupon, pin, choose, totals }, refusal }: CouponBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  const [error, setError] = useState("");
  const [isChecking, setChecking] = useState(false);

  /** Moves the focus to the box: the pressed button is removed. */
  function chooseCode(code: string) {
    choose({ coupon: code });
    box.current?.focus({ preventScroll: true });
  }

  async function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get("coupon")).trim();
    if (isChecking || !typed) return setError("Type your code first.");
    setChecking(true);
    setError("");
    try {
      const { coupon: found } = await fetchTotals(cart, { coupon: typed, pin });
      if (found?.problem) setError(found.problem);
      else if (found) chooseCode(found.code);
    } catch (failure) {
      setError(errorMessage(failure, "The code could not be checked just now. Please try again."));
    }
    setChecking(false);
  }

  return (
    <div ref={box} tabIndex={-1} className="mt-1 outline-none">
      <div role="status">
        {coupon && (
          <>
            <p className="flex flex-wrap items-center justify-between gap-x-4">
              <span className="min-w-0 wrap-anywhere">
                Code <strong>{coupon}</strong>
              </span>
              <button
                type="button"
                aria-label={`Remove code ${coupon}`}
                onClick={() => chooseCode("")}
                className="needs-script min-h-11 font-semibold text-saffron-deep underline-offset-4 hover:underline"
              >
                Remove
              </button>
            </p>
            {totals?.coupon?.problem && <p className="text-small font-medium text-rose">{totals.coupon.problem}</p>}
            {totals?.coupon?.note && <p className="text-small text-ink-soft">{totals.coupon.note}</p>}
          </>
        )}
      </div>
      {!coupon && (
        <details className="coupon-box needs-script" open={refusal !== undefined}>
          <summary className="disclosure-button">Have a code?</summary>
          <form method="dialog" aria-label="Coupon code" noValidate onSubmit={apply} className="coupon-form">
            <Field
              label="Code"
              name="coupon"
              required
              maxLength={MAX_CODE_LENGTH}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              error={error || refusal}
              onChange={() => setError("")}
            />
            <Button type="submit" disabled={isChecking}>
              {isChecking ? "Checking…" : "Apply"}
            </Button>
          </form>
        </details>
      )}
    </div>
  );
}
