import "../../ui/compact.css";
import { type ReactNode, useState } from "react";
import { formatTime, weekdays } from "../../../contracts/appointments/appointment-rules.ts";
import type { Schedule, ScheduleState } from "../../../contracts/appointments/schedule.ts";
import type { ChangedMeanwhile } from "../../../contracts/error.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { formatDay } from "../../lib/dates.ts";
import { errorMessage } from "../../lib/error-message.ts";
import { toast } from "../../lib/toast.ts";
import { hasFields, useForm } from "../../lib/use-form.ts";
import { useUnsavedGuard } from "../../lib/use-unsaved-guard.ts";
import { SmallButton } from "../../ui/button.tsx";
import { ConflictDialog, DifferenceTable } from "../../ui/conflict-dialog.tsx";
import { Panel } from "../../ui/panel.tsx";
import { CallFields, NewDate, RuleFields, WindowFields } from "./hours-fields.tsx";
import { WeekFields } from "./week-fields.tsx";

const FAILED = "The hours could not be saved. Please try again.";

const describe = ({ hours }: Schedule) =>
  hours
    .map(
      ({ weekday, start, minutes }) =>
        `${weekdays[weekday - 1]} ${formatTime(start)} to ${formatTime(start + minutes)}`,
    )
    .join(", ");

interface HoursFormProps {
  expertId: string;
  initial: ScheduleState;
  /** Renders a notice about the saved hours, below the button. */
  renderNotice?: (version: number) => ReactNode;
}

export function HoursForm({ expertId, initial, renderNotice }: HoursFormProps) {
  const [saved, setSaved] = useState(initial);
  const [schedule, setSchedule] = useState<Schedule>(initial);
  const [conflict, setConflict] = useState<ScheduleState>();
  const change = (part: Partial<Schedule>) => setSchedule((before) => ({ ...before, ...part }));
  const { hours, overrides } = schedule;
  useUnsavedGuard(() => JSON.stringify({ ...schedule, version: saved.version }) !== JSON.stringify(saved));

  function show(state: ScheduleState) {
    setConflict(undefined);
    setSaved(state);
    setSchedule(state);
  }

  async function save(version: number) {
    const body = { ...schedule, version };
    show(await browserApi.call("PUT /api/experts/:id/schedule", { params: { id: expertId }, body }));
    toast("✅ Hours saved");
  }

  const form = useForm({
    send: () => save(saved.version),
    fail(refusal, error) {
      if (refusal?.code === "changed_meanwhile") {
        setConflict((refusal.problem as ChangedMeanwhile<ScheduleState>).current);
        return "";
      }
      return hasFields(refusal) ? Object.values(refusal!.fields!).join(" ") : errorMessage(error, FAILED);
    },
  });

  return (
    <>
      <form aria-label="Hours" {...form.attributes} className="grid gap-4">
        <Panel title="Every week">
          <WeekFields hours={hours} onChange={(changed) => change({ hours: changed })} />
        </Panel>
        <Panel title="Dates with hours of their own">
          <p className="text-small text-ink-soft">A date without hours is a day off.</p>
          <ul className="mt-2 grid gap-3">
            {overrides.map(({ date, windows }) => (
              <li key={date} className="grid gap-2 border-t border-line pt-3 sm:grid-cols-[9rem_1fr_auto]">
                <span className="font-semibold sm:pt-2">
                  {formatDay(date)}
                  {windows.length === 0 && <span className="block text-small font-normal text-ink-soft">Day off</span>}
                </span>
                <WindowFields
                  day={formatDay(date)}
                  windows={windows}
                  onChange={(changed) =>
                    change({
                      overrides: overrides.map((one) => (one.date === date ? { date, windows: changed } : one)),
                    })
                  }
                />
                <button
                  type="button"
                  className="row-action self-start"
                  aria-label={`Remove ${formatDay(date)}`}
                  onClick={() => change({ overrides: overrides.filter((one) => one.date !== date) })}
                >
                  Remove date
                </button>
              </li>
            ))}
          </ul>
          <NewDate
            taken={overrides.map(({ date }) => date)}
            onAdd={(date) => change({ overrides: [...overrides, { date, windows: [] }].sort(byDate) })}
          />
        </Panel>
        <Panel title="Calls">
          <CallFields schedule={schedule} errors={form.errors} onChange={change} />
        </Panel>
        <Panel title="Rules for new sessions">
          <RuleFields schedule={schedule} errors={form.errors} onChange={change} />
        </Panel>
        <div className="flex flex-wrap items-center gap-3">
          <SmallButton type="submit" look="accent" disabled={form.isSending}>
            {form.isSending ? "Saving…" : "Save hours"}
          </SmallButton>
          <p role="status" className="text-small text-ink-soft">
            {form.error}
          </p>
        </div>
        {renderNotice?.(saved.version)}
      </form>
      <ConflictDialog
        open={conflict !== undefined}
        title="This schedule was changed meanwhile"
        onTake={() => conflict && show(conflict)}
        onOverwrite={() =>
          save(conflict!.version).catch((error: unknown) => toast(errorMessage(error, FAILED), { tone: "bad" }))
        }
        onClose={() => setConflict(undefined)}
      >
        <DifferenceTable
          differences={conflict && [{ label: "Hours", mine: describe(schedule), saved: describe(conflict) }]}
        />
      </ConflictDialog>
    </>
  );
}

const byDate = (one: { date: string }, other: { date: string }) => one.date.localeCompare(other.date);
