import type { Order } from "../../contracts/orders/order.ts";
import { HOLD_MINUTES } from "../../contracts/orders/order-rules.ts";
import { Moment } from "../appointments/moment.tsx";
import { callerZone } from "../appointments/times.ts";

/** The chosen times of an order that is not paid yet. */
export function HeldTimes({ order: { appointments = [] } }: { order: Order }) {
  return appointments.map(
    ({ _id, title, state, startsAt }) =>
      startsAt && (
        <p key={_id} className="mb-4">
          {title}:{" "}
          <strong>
            <Moment zone={callerZone()} at={startsAt} />
          </strong>
          {state === "held"
            ? `, reserved for ${HOLD_MINUTES} minutes after you ordered.`
            : ", no longer reserved. If it is still free when you pay, it is yours."}
        </p>
      ),
  );
}
