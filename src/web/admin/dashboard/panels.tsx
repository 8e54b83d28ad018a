import type { ReactNode } from "react";
import { stateRules } from "../../../contracts/appointments/appointment-rules.ts";
import { shortId } from "../../../contracts/orders/order-rules.ts";
import type { Dashboard } from "../../../contracts/reports/dashboard.ts";
import { INDIA, timeIn } from "../../appointments/times.tsx";
import { formatMoment, indianToday } from "../../lib/dates.ts";
import { formatRupees } from "../../lib/money.ts";
import { Badge } from "../../ui/badge.tsx";
import { LinePicture } from "../../ui/line-picture.tsx";
import { Link } from "../../ui/link.tsx";
import { Panel } from "../../ui/panel.tsx";
import { appointmentsUrl } from "../appointments/appointments-view.ts";
import { recordPath } from "../layout/labels.ts";
import { disputeTexts } from "../orders/refunds/money-states.ts";
import { DISPUTES_PANEL, LOW_STOCK_LIST, PAYMENTS_PANEL, REFUNDS_PANEL, STOCK_SHORT_PANEL } from "./work-list.tsx";

const row = "flex flex-wrap items-center gap-x-3 border-b border-line py-2 last:border-0";
const link = "inline-flex min-h-11 items-center font-semibold underline decoration-gold underline-offset-4";

export function OrdersToShip({ count, orders }: Dashboard["waiting"]) {
  return (
    <Panel title={`Orders waiting (${count})`}>
      {count === 0 ? <p>Every paid order is on its way.</p> : <OrderRows orders={orders} />}
      {count > orders.length && <MoreLink to="/admin/orders?status=paid">All paid orders</MoreLink>}
    </Panel>
  );
}

export function StockShortOrders({ count, orders }: Dashboard["stockShort"]) {
  if (count === 0) return null;
  return (
    <Panel title={`Paid, but out of stock (${count})`} anchor={STOCK_SHORT_PANEL} isAlarm>
      <OrderRows orders={orders} />
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
          <li key={_id} className={`${row} break-inside-avoid`}>
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
      {count > products.length && <MoreLink to={LOW_STOCK_LIST}>All of them</MoreLink>}
    </Panel>
  );
}

export function PaymentsToCheck({ count, payments }: Dashboard["paymentsToCheck"]) {
  if (count === 0) return null;
  return (
    <Panel title={`Payments that need a look (${count})`} anchor={PAYMENTS_PANEL} isAlarm>
      <ul>
        {payments.map(({ paymentId, orderId, amount, currency, note, at }) => (
          <li key={paymentId} className={row}>
            <div className="min-w-0">
              <OrderLink orderId={orderId} />
              <p className="text-small wrap-anywhere">
                {currency === "INR" ? formatRupees(amount) : `${amount} ${currency}`}: {note}
              </p>
              <p className="text-small wrap-anywhere text-ink-soft">
                {paymentId}, {formatMoment(at)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const MoreLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link to={to} className={link}>
    {children}
  </Link>
);

const OrderLink = ({ orderId }: { orderId: string }) => (
  <Link to={recordPath("order", orderId)} className={link}>
    Order {shortId(orderId)}
  </Link>
);

export function RefundsToCheck({ count, refunds }: Dashboard["refundsToCheck"]) {
  if (count === 0) return null;
  return (
    <Panel title={`Refunds that need a look (${count})`} anchor={REFUNDS_PANEL} isAlarm>
      <ul>
        {refunds.map(({ _id, orderId, amount, note, at }) => (
          <li key={_id} className="border-b border-line py-2 last:border-0">
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

export function Disputes({ count, disputes }: Dashboard["disputes"]) {
  if (count === 0) return null;
  return (
    <Panel title={`Disputed payments (${count})`} anchor={DISPUTES_PANEL} isAlarm>
      <ul>
        {disputes.map(({ _id, orderId, amount, status, respondBy }) => (
          <li key={_id} className="border-b border-line py-2 last:border-0">
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

export function TodayPanel({ today: { count, sessions } }: Dashboard["sessions"]) {
  return (
    <Panel title={`Today (${count})`} className="mb-4">
      {count === 0 && <p>No sessions today.</p>}
      <ol className="lg:columns-2 lg:gap-8">
        {sessions.map((session) => (
          <TodayAppointment key={session._id} session={session} />
        ))}
      </ol>
      <Link to={appointmentsUrl({ look: "day", day: indianToday() })} className={link}>
        {count > sessions.length ? "All sessions of today" : "Appointments of today"}
      </Link>
    </Panel>
  );
}

function TodayAppointment({ session }: { session: Dashboard["sessions"]["today"]["sessions"][number] }) {
  const { startsAt, callerName, expertName, state } = session;
  const { tone, label: words } = stateRules[state];
  return (
    <li className="flex break-inside-avoid flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2">
      <strong className="w-14 font-semibold tabular-nums">{timeIn(INDIA, startsAt)}</strong>
      <span className="min-w-0 grow basis-40 wrap-anywhere">
        {callerName || "Unknown caller"} <span className="text-ink-soft">with {expertName}</span>
      </span>
      <Badge tone={tone}>{words}</Badge>
    </li>
  );
}
