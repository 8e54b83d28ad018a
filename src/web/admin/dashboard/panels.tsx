import type { ReactNode } from "react";
import { stateRules } from "../../../contracts/appointments/appointment-rules.ts";
import { shortId } from "../../../contracts/orders/order-rules.ts";
import type { Dashboard } from "../../../contracts/reports/dashboard.ts";
import { useNow } from "../../appointments/appointment-links.tsx";
import { timeLeft } from "../../appointments/give-link.tsx";
import { INDIA, momentIn, timeIn } from "../../appointments/times.tsx";
import { formatDay, formatMoment, indianToday } from "../../lib/dates.ts";
import { formatRupees } from "../../lib/money.ts";
import { Badge } from "../../ui/badge.tsx";
import { Link } from "../../ui/link.tsx";
import { Panel } from "../../ui/panel.tsx";
import { LinePicture } from "../../ui/picture.tsx";
import { appointmentsUrl } from "../appointments/appointments-view.ts";
import { recordPath } from "../layout/labels.ts";
import { disputeTexts } from "../orders/refunds/money-states.ts";
import {
  ATTENTION_LIST,
  DISPUTES_PANEL,
  LINKS_PANEL,
  LOW_STOCK_LIST,
  PAYMENTS_PANEL,
  REFUNDS_PANEL,
  STOCK_SHORT_PANEL,
} from "./work-list.tsx";

const row = "flex flex-wrap items-center gap-x-3 border-b border-line py-2 last:border-0";
const link = "inline-flex min-h-11 items-center font-semibold underline decoration-gold underline-offset-4";

export function OrdersToShip({ count, orders }: Dashboard["waiting"]) {
  return (
    <Panel title={`Orders waiting (${count})`}>
      {count === 0 ? <p>Every paid order is on its way.</p> : <OrderRows orders={orders} />}
      {count > orders.length && (
        <Link to="/admin/orders?status=paid" className={link}>
          All paid orders
        </Link>
      )}
    </Panel>
  );
}

function OrderRows({ orders }: { orders: Dashboard["waiting"]["orders"] }) {
  return (
    <ul>
      {orders.map((order) => (
        <li key={order._id} className={row}>
          <div className="min-w-0 grow basis-36">
            <OrderLink orderId={order._id} />
            <p className="text-small wrap-anywhere text-ink-soft">
              {order.name}, {formatMoment(order.createdAt)}
            </p>
          </div>
          <strong className="font-semibold">{formatRupees(order.totalAmount)}</strong>
        </li>
      ))}
    </ul>
  );
}

export function LowStock({ count, products }: Dashboard["lowStock"]) {
  return (
    <Panel title={`Low stock (${count})`} className="lg:col-span-2">
      {count === 0 ? <p>Every product has enough pieces.</p> : null}
      <ul className="sm:columns-2 sm:gap-8">
        {products.map(({ _id, title, stock, image }) => (
          <li key={`${_id} ${title}`} className={`${row} break-inside-avoid`}>
            <LinePicture line={{ image: image ?? "" }} sizes="44px" className="size-11" />
            <Link
              to={recordPath("product", _id)}
              className={`${link} min-w-0 grow basis-36 leading-tight wrap-anywhere`}
            >
              {title}
            </Link>
            <span className={stock === 0 ? "font-semibold whitespace-nowrap text-rose" : "whitespace-nowrap"}>
              {stock === 0 ? "Sold out" : `${stock} left`}
            </span>
          </li>
        ))}
      </ul>
      {count > new Set(products.map(({ _id }) => _id)).size && (
        <Link to={LOW_STOCK_LIST} className={link}>
          All of them
        </Link>
      )}
    </Panel>
  );
}

/** What visitors searched for most, and found. */
export function TopSearches({ searches }: { searches: Dashboard["topSearches"] }) {
  if (searches.length === 0) return null;
  return (
    <Panel title="Searched for most" className="lg:col-span-3">
      <ul className="flex flex-wrap gap-x-6">
        {searches.map(({ term, count }) => (
          <li key={term} className="min-w-0">
            <Link to={`/search?${new URLSearchParams({ q: term })}`} className={`${link} wrap-anywhere`}>
              {`${term} (${count})`}
            </Link>
          </li>
        ))}
      </ul>
      <Link to="/admin/sales" className={link}>
        Searches by day
      </Link>
    </Panel>
  );
}

/** What visitors searched for in vain; another word for something in the shop may help them. */
export function UnfoundSearches({ searches }: { searches: Dashboard["unfoundSearches"] }) {
  if (searches.length === 0) return null;
  return (
    <Panel title="Searched for and not found" className="lg:col-span-3">
      <ul className="sm:columns-2 sm:gap-8">
        {searches.map(({ term, count, lastDay }) => (
          <li key={term} className={`${row} break-inside-avoid`}>
            <span className="min-w-0 grow basis-36 wrap-anywhere">
              {term} ({count}), last on {formatDay(lastDay)}
            </span>
            <Link
              to={`/admin/settings/search?${new URLSearchParams({ word: term })}#aliases.0.means`}
              aria-label={`Add other word ${term}`}
              className={link}
            >
              Add other word
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const OrderLink = ({ orderId }: { orderId: string }) => (
  <Link to={recordPath("order", orderId)} className={link}>
    Order {shortId(orderId)}
  </Link>
);

interface AlarmProps {
  title: string;
  anchor: string;
  count: number;
  children: ReactNode;
}

function Alarm({ title, anchor, count, children }: AlarmProps) {
  if (count === 0) return null;
  return (
    <Panel title={`${title} (${count})`} anchor={anchor} isAlarm>
      {children}
    </Panel>
  );
}

const AlarmRow = ({ orderId, children }: { orderId: string; children: ReactNode }) => (
  <li className="border-b border-line py-2 last:border-0">
    <OrderLink orderId={orderId} />
    {children}
  </li>
);

/** What goes wrong with money or stock; each is hidden when there is none. */
export function Alarms({
  disputes,
  refundsToCheck,
  paymentsToCheck,
  stockShort,
  sessions: { withoutLink },
}: Dashboard) {
  const now = useNow();
  return (
    <div className="mb-4 fit-columns-[20rem] gap-4 empty:hidden">
      <Alarm title="Disputed payments" anchor={DISPUTES_PANEL} count={disputes.count}>
        <ul>
          {disputes.disputes.map(({ _id, orderId, amount, status, respondBy }) => (
            <AlarmRow key={_id} orderId={orderId}>
              <p className="text-small wrap-anywhere">
                A dispute of {formatRupees(amount)} {disputeTexts[status]}.
              </p>
              {respondBy && <p className="text-small font-semibold">Respond by {formatMoment(respondBy)}</p>}
            </AlarmRow>
          ))}
        </ul>
      </Alarm>
      <Alarm title="Refunds that need a look" anchor={REFUNDS_PANEL} count={refundsToCheck.count}>
        <ul>
          {refundsToCheck.refunds.map(({ _id, orderId, amount, note, at }) => (
            <AlarmRow key={_id} orderId={orderId}>
              <p className="text-small wrap-anywhere">
                {formatRupees(amount)}: {note}
              </p>
              <p className="text-small text-ink-soft">{formatMoment(at)}</p>
            </AlarmRow>
          ))}
        </ul>
      </Alarm>
      <Alarm title="Payments that need a look" anchor={PAYMENTS_PANEL} count={paymentsToCheck.count}>
        <ul>
          {paymentsToCheck.payments.map(({ paymentId, orderId, amount, currency, note, at }) => (
            <AlarmRow key={paymentId} orderId={orderId}>
              <p className="text-small wrap-anywhere">
                {currency === "INR" ? formatRupees(amount) : `${amount} ${currency}`}: {note}
              </p>
              <p className="text-small wrap-anywhere text-ink-soft">
                {paymentId}, {formatMoment(at)}
              </p>
            </AlarmRow>
          ))}
        </ul>
      </Alarm>
      <Alarm title="Paid, but out of stock" anchor={STOCK_SHORT_PANEL} count={stockShort.count}>
        <OrderRows orders={stockShort.orders} />
      </Alarm>
      <Alarm title="Video sessions without a link" anchor={LINKS_PANEL} count={withoutLink.count}>
        <ul>
          {withoutLink.sessions.map(({ _id, startsAt, callerName, expertName }) => (
            <li key={_id} className={row}>
              <span className="min-w-0 grow basis-40 wrap-anywhere">
                {momentIn(INDIA, startsAt)}
                <span className="block text-small text-ink-soft">
                  {callerName || "Unknown caller"} with {expertName}
                </span>
              </span>
              <strong className="font-semibold">{timeLeft(startsAt, now)}</strong>
            </li>
          ))}
        </ul>
        <Link to={ATTENTION_LIST} className={link}>
          Give the links
        </Link>
      </Alarm>
    </div>
  );
}

export function TodayPanel({ today: { count, sessions } }: Dashboard["sessions"]) {
  return (
    <Panel title={`Today (${count})`} className="mb-4">
      {count === 0 && <p>No sessions today.</p>}
      <ol className="lg:columns-2 lg:gap-8">
        {sessions.map(({ _id, startsAt, callerName, expertName, state }) => (
          <li
            key={_id}
            className="flex break-inside-avoid flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2"
          >
            <strong className="w-20 font-semibold tabular-nums">{timeIn(INDIA, startsAt)}</strong>
            <span className="min-w-0 grow basis-40 wrap-anywhere">
              {callerName || "Unknown caller"} <span className="text-ink-soft">with {expertName}</span>
            </span>
            <Badge tone={stateRules[state].tone}>{stateRules[state].label}</Badge>
          </li>
        ))}
      </ol>
      <Link to={appointmentsUrl({ look: "day", day: indianToday() })} className={link}>
        {count > sessions.length ? "All sessions of today" : "Appointments of today"}
      </Link>
    </Panel>
  );
}
