import { lazy, Suspense, useEffect, useState } from "react";
import type { PRICE_CHOICES } from "../cart/price-choices.ts";
import { readLogin } from "../lib/login.ts";

/** Without it the page is complete, so a failed load shows nothing. */
const ArrivalField = lazy(() => import("../cart/arrival-field.tsx").catch(() => ({ default: () => <></> })));

/** The code of `price-choices.ts` is not loaded for this. */
const KEY: typeof PRICE_CHOICES = "prices";

function isPinKnown() {
  try {
    return readLogin() !== null || sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** When the piece arrives. Loaded for visitors whose PIN code may be known, and for those who ask. */
export function ArrivalSlot() {
  const [wanted, setWanted] = useState<"known" | "asked">();
  useEffect(() => {
    if (isPinKnown()) setWanted("known");
  }, []);
  const button = (
    <button type="button" onClick={() => setWanted("asked")} className="min-h-11 font-semibold underline-gold">
      When does it arrive?
    </button>
  );
  return (
    <div className="needs-script min-h-11">
      {wanted ? (
        <Suspense fallback={button}>
          <ArrivalField isAsked={wanted === "asked"} />
        </Suspense>
      ) : (
        button
      )}
    </div>
  );
}
