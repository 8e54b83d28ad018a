import type { Dashboard } from "../../../contracts/reports/dashboard.ts";
import { shortId } from "../../checkout/order-rules.ts";
import { formatMoment } from "../../lib/dates.ts";
import { formatRupees } from "../../lib/money.ts";
import { Link } from "../../ui/link.tsx";
import { recordPath } from "../layout/record-path.ts";
import { disputeTexts } from "../orders/money-states.ts";
import { Panel } from "./panel.tsx";
import { DISPUTES_PANEL, REFUNDS_PANEL } from "./work-list.tsx";

const row = "border-b border-line py-2 last:border-0";
const link = "inline-flex min-h-11 items-center font-semibold underline decoration-gold underline-offset-4";

const OrderLink = ({ orderId }: { orderId: string }) => (
  <Link to={recordPath("order", orderId)} className={link}>
    Order {shortId({ _id: orderId })}
  </Link>
);

/** Hidden when there are none. */
export function RefundsToCheck({ count, refunds }: Dashboard["refundsToCheck"]) {
  if (count === 0) return null;
  return (
    <Panel title={`Refunds that need a look (${count})`} anchor={REFUNDS_PANEL} isAlarm>
      <ul>
        {refunds.map(({ _id, orderId, amount, note, at }) => (
          <li key={_id} className={row}>
            <OrderLink orderId={orderId} />
            <p className="text-small wrap-anywhere">
              {formatRupees(amount)}: {note}
            </p>
            <p className="text-small text-ink-soft">{formatMoment(at)}</p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Hidden when there are none. */
export function Disputes({ count, disputes }: Dashboard["disputes"]) {
  if (count === 0) return null;
  return (
    <Panel title={`Disputed payments (${count})`} anchor={DISPUTES_PANEL} isAlarm>
      <ul>
        {disputes.map(({ _id, orderId, amount, status, respondBy }) => (
          <li key={_id} className={row}>
            <OrderLink orderId={orderId} />
            <p className="text-small wrap-anywhere">
              A dispute of {formatRupees(amount)} {disputeTexts[status]}.
            </p>
            {respondBy && <p className="text-small font-semibold">Respond by {formatMoment(respondBy)}</p>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
