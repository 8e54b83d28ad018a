import { groupByDay, INDIA, timeIn, toField } from "../../appointments/times.tsx";
import { useSlots } from "../../appointments/use-slots.ts";
import { Options } from "../../ui/choice-fields.tsx";
import { classes } from "../../ui/classes.ts";
import { control, useFieldText } from "../../ui/field.tsx";

interface FreeTimesProps {
  expertId: string;
  minutes: number;
  /** The free times that the server returned with a "slot taken" error. */
  fresh?: string[] | undefined;
  onChoose: (time: string) => void;
}

/** The expert's free times, in Indian time. Choosing one fills the time field. */
export function FreeTimes({ expertId, minutes, fresh, onChoose }: FreeTimesProps) {
  const text = useFieldText({ label: "Free times (IST)" });
  const { data, hasFailed } = useSlots({ expertId, minutes });
  const slots = fresh ?? data?.slots;
  if (hasFailed && !fresh)
    return <p className="text-small text-ink-soft">The free times could not be loaded. Type the time below.</p>;
  if (slots?.length === 0)
    return <p className="text-small text-ink-soft">No free times in the expert's hours. Type the time below.</p>;
  return (
    <div>
      {text.label(true)}
      <select
        {...text.attributes}
        defaultValue=""
        disabled={!slots}
        onChange={({ currentTarget: { value } }) => value && onChoose(toField(value))}
        className={classes(control, "min-h-12")}
      >
        <option value="">{slots ? "Choose a free time" : "Loading…"}</option>
        {groupByDay(slots ?? [], INDIA).map(({ day, slots: ofDay }) => (
          <optgroup key={day} label={day}>
            <Options of={ofDay.map((slot) => [slot, `${day}, ${timeIn(INDIA, slot)}`])} />
          </optgroup>
        ))}
      </select>
    </div>
  );
}
