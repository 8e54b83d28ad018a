import { orderTasks } from "../../../contracts/list-rules.ts";
import { orderStatuses } from "../../../contracts/orders/order-rules.ts";
import { ChipLink } from "../../ui/chip.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { DayRange } from "./day-range.tsx";
import { type OrderView, ordersUrl, taskNames } from "./order-view.ts";

/** Search, days, status and task. A task implies its statuses, so choosing a task clears the status and vice versa. */
export function OrderFilters({ view }: { view: OrderView }) {
  const { status, task } = view;
  const other = { ...view, page: undefined, status: undefined, task: undefined };
  return (
    <>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <SearchBox what="orders" path={ordersUrl({ ...view, page: undefined, q: undefined })} q={view.q} />
        <DayRange view={view} />
      </div>
      <p className="mt-1.5 text-small text-ink-soft">
        By the end of the id, a name, an e-mail address or a phone number. Days are Indian days.
      </p>
      <div className="mt-4 flex flex-wrap gap-x-6 gap-y-3">
        <nav aria-label="Status" className="flex flex-wrap gap-2">
          <ChipLink to={ordersUrl(other)} current={!status && !task}>
            All
          </ChipLink>
          {orderStatuses.map((known) => (
            <ChipLink key={known} to={ordersUrl({ ...other, status: known })} current={status === known}>
              {known}
            </ChipLink>
          ))}
        </nav>
        <nav aria-label="To do" className="flex flex-wrap gap-2">
          {orderTasks.map((known) => (
            <ChipLink key={known} to={ordersUrl({ ...other, task: known })} current={task === known}>
              {taskNames[known]}
            </ChipLink>
          ))}
        </nav>
      </div>
    </>
  );
}

/** Cards or rows, stored in the URL. */
export function LookSwitch({ view }: { view: OrderView }) {
  const addressWith = (look: OrderView["look"]) => ordersUrl({ ...view, page: undefined, look });
  return (
    <nav aria-label="Look" className="flex gap-2">
      <ChipLink to={addressWith(undefined)} current={!view.look}>
        Cards
      </ChipLink>
      <ChipLink to={addressWith("rows")} current={view.look === "rows"}>
        Rows
      </ChipLink>
    </nav>
  );
}
