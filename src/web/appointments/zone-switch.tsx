import { useId } from "react";
import { INDIA } from "./times.ts";

interface ZoneSwitchProps {
  /** The caller's time zone, which is not India's. */
  zone: string;
  shown: string;
  isStaff: boolean;
  onSwitch: (zone: string) => void;
}

export function ZoneSwitch({ zone, shown, isStaff, onSwitch }: ZoneSwitchProps) {
  const name = useId();
  const choices = [
    [zone, `${isStaff ? "The caller's" : "Your"} time (${zone.replaceAll("_", " ")})`],
    [INDIA, "India (IST)"],
  ] as const;
  return (
    <fieldset className="mt-1 flex flex-wrap items-center gap-x-5 text-small">
      <legend className="text-ink-soft">Times shown in</legend>
      {choices.map(([value, label]) => (
        <label key={value} className="flex min-h-11 cursor-pointer items-center gap-2">
          <input
            type="radio"
            name={name}
            checked={shown === value}
            onChange={() => onSwitch(value)}
            className="size-5 accent-saffron"
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
