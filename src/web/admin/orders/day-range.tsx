import { type ChangeEvent, useEffect, useId, useRef } from "react";
import { useNavigate } from "react-router";
import { type OrderView, ordersUrl } from "./order-view.ts";

/** The first and the last day of the list, in Indian time. The filter is applied as soon as a date is complete. */
export function DayRange({ view }: { view: OrderView }) {
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
        className="admin-control w-full"
      />
    </div>
  );
}
