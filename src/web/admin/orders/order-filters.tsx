import { type ChangeEvent, useEffect, useId, useRef } from "react";
import { useNavigate } from "react-router";
import { orderTasks } from "../../../contracts/list-rules.ts";
import { orderStatuses } from "../../../contracts/orders/order-rules.ts";
import { ChipLink } from "../../ui/chip.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { type OrderView, ordersUrl, taskNames } from "./order-view.ts";

/** Search, days, status and task. Of status, task and "Archived" one is chosen at a time: a task implies its statuses. */
export function OrderFilters({ view }: { view: OrderView }) {
  const { status, task, archived } = view;
  const other = { ...view, page: undefined, status: undefined, task: undefined, archived: undefined };
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
          <ChipLink to={ordersUrl(other)} current={!status && !task && !archived}>
            All
          </ChipLink>
          {orderStatuses.map((known) => (
            <ChipLink key={known} to={ordersUrl({ ...other, status: known })} current={status === known}>
              {known}
            </ChipLink>
          ))}
          <ChipLink to={ordersUrl({ ...other, archived: "true" })} current={archived !== undefined}>
            Archived
          </ChipLink>
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

/** The first and the last day of the list, in Indian time. The filter is applied as soon as a date is complete. */
function DayRange({ view }: { view: OrderView }) {
  const navigate = useNavigate();
  const show = (days: Pick<OrderView, "from" | "to">) =>
    navigate(ordersUrl({ ...view, page: undefined, ...days }), { replace: true, preventScrollReset: true });
  return (
    <div className="grid min-w-0 grid-cols-2 gap-3 max-sm:basis-full">
      <Day label="From" value={view.from} max={view.to} onChange={(from) => show({ from })} />
      <Day label="To" value={view.to} min={view.from} onChange={(to) => show({ to })} />
    </div>
  );
}

interface DayProps {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string | undefined) => void;
}

/** Uncontrolled: an incomplete date has an empty value, so a controlled field would erase the typed digits. */
function Day({ label, value = "", min = "2000-01-01", max = "2099-12-31", onChange }: DayProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);

  // Updates the field when a link or the back button changed the URL.
  useEffect(() => {
    if (input.current && document.activeElement !== input.current) input.current.value = value;
  }, [value]);

  const onInput = ({ currentTarget: { value: day, validity } }: ChangeEvent<HTMLInputElement>) => {
    if (validity.valid && day !== value) onChange(day || undefined);
  };
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="text-small font-semibold">
        {label}
      </label>
      <input
        ref={input}
        id={id}
        type="date"
        min={min}
        max={max}
        defaultValue={value}
        onChange={onInput}
        className="small-control w-full"
      />
    </div>
  );
}
