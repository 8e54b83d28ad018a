import { useEffect, useState } from "react";
import { formatArrival } from "../../contracts/orders/arrival-rules.ts";
import { isMissing } from "../lib/api.ts";
import { browserApi } from "../lib/browser-api.ts";
import { readLogin } from "../lib/login.ts";
import { choosePin, readPriceChoices } from "./price-choices.ts";

const loadText = (pin: string) =>
  browserApi.call("GET /api/delivery", { query: { pin } }).then(
    ({ from, to }) => (from && to ? `Arrives ${formatArrival({ from, to })}` : ""),
    (error: unknown) => (isMissing(error) ? "We do not know this PIN code. Please check it." : ""),
  );

/** When pieces for this PIN code arrive, in words. Empty without a PIN code and until it is loaded. */
export function useArrivalText(pin: string) {
  const [loaded, setLoaded] = useState({ pin: "", text: "" });
  useEffect(() => {
    if (!pin) return;
    let isCurrent = true;
    void loadText(pin).then((text) => isCurrent && setLoaded({ pin, text }));
    return () => {
      isCurrent = false;
    };
  }, [pin]);
  return loaded.pin === pin ? loaded.text : "";
}

/** Uses the PIN code of the account's default address until another one is typed. */
export async function learnPin() {
  if (!readLogin() || readPriceChoices().pin) return;
  const [first] = await browserApi.call("GET /api/users/addresses", {}).catch(() => []);
  if (first && !readPriceChoices().pin) choosePin(first.pin);
}
