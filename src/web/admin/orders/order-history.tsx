import type { Order } from "../../../contracts/orders/order.ts";
import { formatMoment } from "../../lib/dates.ts";
import { statusLabels } from "../../orders/order-status.tsx";
import { actorLabels } from "../layout/labels.ts";

type Step = Order["history"][number];

const actorTexts: Record<Step["by"], string> = {
  buyer: " by the buyer",
  owner: " by the owner",
  expert: " by the expert",
  payment: ", confirmed by the payment provider",
  system: " because it was not paid",
};

const statusText = ({ status, by }: Step, step: number) =>
  `${step === 0 ? "Ordered" : statusLabels[status]}${actorTexts[by]}`;

export function OrderHistory({ order: { history, events = [] } }: { order: Order }) {
  const entries = [
    ...history.map((step, index) => ({ at: step.at, text: statusText(step, index), by: undefined })),
    ...events.map(({ at, text, by }) => ({ at, text, by })),
  ].sort((one, other) => one.at.localeCompare(other.at));
  return (
    <section aria-labelledby="order-history" className="order-card">
      <h2 id="order-history" className="mb-3 text-title">
        History
      </h2>
      <ol aria-labelledby="order-history" className="order-history">
        {entries.map(({ at, text, by }) => (
          <li key={`${text} ${at}`}>
            {text}
            <span className="block text-small text-ink-soft">
              {formatMoment(at)}
              {by && ` ${actorLabels[by]}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
