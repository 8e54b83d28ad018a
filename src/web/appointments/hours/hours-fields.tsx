import { type ChangeEvent, type ComponentProps, useId } from "react";
import { formatTime, toTime } from "../../../contracts/appointments/appointment-rules.ts";
import { type audioCallWays, callWayOf } from "../../../contracts/appointments/call-rules.ts";
import type { Schedule, Window } from "../../../contracts/appointments/schedule.ts";
import { Options, SelectField } from "../../ui/choice-fields.tsx";
import { control, Field, PhoneField } from "../../ui/field.tsx";

const numbers = [
  { name: "stepMinutes", label: "Step in minutes", hint: "Between the times that are offered.", min: 5, max: 240 },
  { name: "gapMinutes", label: "Gap in minutes", hint: "Free time after each session.", min: 0, max: 240 },
  { name: "noticeMinutes", label: "Notice in minutes", hint: "Nobody books at shorter notice.", min: 0, max: 20_160 },
  { name: "horizonDays", label: "Days ahead", hint: "How far ahead people can book.", min: 1, max: 180 },
  { name: "maxPerDay", label: "Sessions in a day", hint: "Empty: as many as fit.", min: 1, max: 50 },
] as const;

interface RuleFieldsProps {
  schedule: Schedule;
  errors: Record<string, string | undefined>;
  onChange: (change: Partial<Schedule>) => void;
}

const textProps = (name: "zone" | "roomUrl" | "phone", { schedule, errors, onChange }: RuleFieldsProps) => ({
  name,
  value: schedule[name],
  error: errors[name],
  onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => onChange({ [name]: currentTarget.value }),
});

export function RuleFields(props: RuleFieldsProps) {
  const { schedule, errors, onChange } = props;
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <ZoneField label="Time zone" hint="Of the expert's own clock." {...textProps("zone", props)} />
      {numbers.map(({ name, ...field }) => (
        <Field
          key={name}
          {...field}
          name={name}
          type="number"
          required={name !== "maxPerDay"}
          value={schedule[name] ?? ""}
          error={errors[name]}
          onChange={({ currentTarget }) =>
            onChange({ [name]: currentTarget.valueAsNumber || (name === "maxPerDay" ? null : 0) })
          }
        />
      ))}
    </div>
  );
}

const wayTexts = [
  ["expert_calls", "The expert calls the caller"],
  ["buyer_calls", "The caller calls the expert"],
  ["link", "Both open the room for video calls"],
] as const satisfies [(typeof audioCallWays)[number], string][];

export function CallFields(props: RuleFieldsProps) {
  const { schedule, errors, onChange } = props;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Room for video calls"
        type="url"
        inputMode="url"
        placeholder="https://meet.google.com/…"
        pattern="https://.*"
        rule="This must be an address that starts with https://."
        hint="Callers of video sessions get it with their booking. Keep “ask to join” on. Empty: each session by video needs a link of its own."
        {...textProps("roomUrl", props)}
      />
      <PhoneField
        label="Phone for calls"
        hint="Callers see it from 10 minutes before. Empty: the shop's number."
        {...textProps("phone", props)}
      />
      <SelectField
        label="Who calls: audio sessions"
        name="audioCall"
        value={schedule.audioCall ?? callWayOf("audio", schedule)}
        error={errors.audioCall}
        onChange={({ currentTarget }) => onChange({ audioCall: currentTarget.value as Schedule["audioCall"] })}
      >
        <Options of={wayTexts} />
      </SelectField>
    </div>
  );
}

export function NewDate({ taken, onAdd }: { taken: readonly string[]; onAdd: (date: string) => void }) {
  const id = useId();
  return (
    <p className="mt-3 max-w-60">
      <label htmlFor={id} className="font-semibold">
        Add a date
      </label>
      <input
        id={id}
        type="date"
        className={`${control} min-h-12`}
        onChange={({ currentTarget }) => {
          const date = currentTarget.value;
          if (!/^20\d{2}-\d{2}-\d{2}$/.test(date) || taken.includes(date)) return;
          onAdd(date);
          currentTarget.value = "";
        }}
      />
    </p>
  );
}

const newWindow: Window = { start: 10 * 60, minutes: 3 * 60 };

interface WindowFieldsProps {
  /** Names the day in the labels: "Monday". */
  day: string;
  windows: readonly Window[];
  onChange: (windows: Window[]) => void;
}

export function WindowFields({ day, windows, onChange }: WindowFieldsProps) {
  const replace = (index: number, window: Window) => onChange(windows.map((one, i) => (i === index ? window : one)));
  return (
    <div className="grid content-start justify-items-start gap-2">
      {windows.map((window, index) => (
        // Windows have no id: the index identifies them.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={index} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Time
            label={`${day}, from`}
            minute={window.start}
            onChange={(start) => replace(index, windowBetween(start, window.start + window.minutes))}
          />
          <span aria-hidden>to</span>
          <Time
            label={`${day}, to`}
            minute={window.start + window.minutes}
            onChange={(end) => replace(index, windowBetween(window.start, end))}
          />
          {endsNextDay(window) && <span className="text-small text-ink-soft">next day</span>}
          <button
            type="button"
            className="row-action"
            aria-label={`Remove ${day}, ${formatTime(window.start)}`}
            onClick={() => onChange(windows.filter((_, i) => i !== index))}
          >
            Remove
          </button>
        </div>
      ))}
      <button
        type="button"
        className="row-action"
        aria-label={`Add hours on ${day}`}
        onClick={() => onChange([...windows, newWindow])}
      >
        Add hours
      </button>
    </div>
  );
}

function Time({ label, minute, onChange }: { label: string; minute: number; onChange: (minute: number) => void }) {
  return (
    <input
      type="time"
      required
      aria-label={label}
      value={toTime(minute)}
      onChange={({ currentTarget }) => {
        const typed = toMinute(currentTarget.value);
        if (typed !== undefined) onChange(typed);
      }}
      className="small-control"
    />
  );
}

const DAY_MINUTES = 24 * 60;

/** `10:30` → 630; undefined while it is being typed. */
function toMinute(time: string) {
  const [, hour, minute] = /^(\d{2}):(\d{2})/.exec(time) ?? [];
  return hour ? Number(hour) * 60 + Number(minute) : undefined;
}

/** An end at or before the start is on the next day. */
const windowBetween = (start: number, end: number): Window => ({
  start,
  minutes: (end - start + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES,
});

const endsNextDay = ({ start, minutes }: Window) => start + minutes > DAY_MINUTES;

export function ZoneField(props: Omit<ComponentProps<typeof Field>, "list">) {
  const id = useId();
  return (
    <>
      <Field required list={id} {...props} />
      <datalist id={id}>
        {Intl.supportedValuesOf("timeZone").map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
