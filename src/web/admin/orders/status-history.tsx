import type { Order } from "../../../contracts/order.ts";
import { stepWords } from "../../checkout/order-words.ts";
import { formatMoment } from "../../lib/dates.ts";

type Step = Order["history"][number];

const actorTexts: Record<Step["by"], string> = {
  buyer: " by the buyer",
  owner: " by the owner",
  payment: ", confirmed by the payment provider",
  system: " because it was not paid",
};

/** Every status change: what, by whom and when. */
export function StatusHistory({ history }: { history: Step[] }) {
  return (
    <ol aria-label="History" className="order-history mt-5">
      {history.map(({ status, at, by }, step) => (
        <li key={`${status} ${at}`}>
          {step === 0 ? "Ordered" : stepWords[status]}
          {actorTexts[by]}
          <span className="block text-small text-ink-soft">{formatMoment(at)}</span>
        </li>
      ))}
    </ol>
  );
}
