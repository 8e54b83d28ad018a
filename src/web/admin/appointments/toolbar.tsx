import { useNavigate } from "react-router";
import type { ExpertHours } from "../../../contracts/appointments/appointment.ts";
import { indianToday } from "../../lib/dates.ts";
import { ChipLink } from "../../ui/chip.tsx";
import { Options } from "../../ui/choice-fields.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { formatCount } from "../layout/labels.ts";
import { type AppointmentsView, appointmentsUrl, type Look, looks, periodName, stepBy } from "./appointments-view.ts";

const lookNames: Record<Look, string> = { day: "Day", week: "Week", list: "List" };
const stepNames: Record<Look, string> = { day: "day", week: "week", list: "four weeks" };

interface ToolbarProps {
  view: AppointmentsView;
  experts: ExpertHours[];
  /** The number of sessions that need attention; undefined when it could not be loaded. */
  waiting: number | undefined;
}

/** View, expert and period. All of it is stored in the URL. */
export function Toolbar({ view, experts, waiting }: ToolbarProps) {
  const { isAttention, look } = view;
  const base = { ...view, page: 1, isAttention: false };
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <nav aria-label="View" className="flex flex-wrap gap-2">
          {looks.map((known) => (
            <ChipLink
              key={known}
              to={appointmentsUrl({ ...base, look: known })}
              current={!isAttention && look === known}
            >
              {lookNames[known]}
            </ChipLink>
          ))}
          <ChipLink to={appointmentsUrl({ ...view, page: 1, isAttention: true })} current={Boolean(isAttention)}>
            Needs attention{waiting === undefined ? "" : ` (${formatCount(waiting)})`}
          </ChipLink>
        </nav>
        <ExpertFilter view={view} experts={experts} />
      </div>
      {isAttention ? (
        <h2 className="text-title">Needs attention</h2>
      ) : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <nav aria-label="Dates" className="flex items-center gap-2">
            <StepLink view={stepBy(view, -1)} icon="chevron-left" name={`Previous ${stepNames[look]}`} />
            <ChipLink to={appointmentsUrl({ ...base, day: indianToday() })} current={false}>
              Today
            </ChipLink>
            <StepLink view={stepBy(view, 1)} icon="chevron-right" name={`Next ${stepNames[look]}`} />
          </nav>
          <h2 className="text-title">{periodName(view)}</h2>
          <p className="text-small text-ink-soft">Indian time (IST)</p>
        </div>
      )}
    </div>
  );
}

interface StepLinkProps {
  view: AppointmentsView;
  icon: "chevron-left" | "chevron-right";
  name: string;
}

const StepLink = ({ view, icon, name }: StepLinkProps) => (
  <Link
    to={appointmentsUrl(view)}
    keepScroll
    aria-label={name}
    className="icon-button border border-edge bg-paper hover:border-ink hover:bg-sand"
  >
    <Icon name={icon} size={20} />
  </Link>
);

function ExpertFilter({ view, experts }: Pick<ToolbarProps, "view" | "experts">) {
  const navigate = useNavigate();
  const isKnown = experts.some(({ expertId }) => expertId === view.expert);
  return (
    <select
      aria-label="Expert"
      value={view.expert ?? ""}
      onChange={({ currentTarget: { value } }) =>
        navigate(appointmentsUrl({ ...view, page: 1, expert: value || undefined }), { preventScrollReset: true })
      }
      className="small-control"
    >
      <option value="">All experts</option>
      {view.expert && !isKnown && <option value={view.expert}>This expert</option>}
      <Options of={experts.map(({ expertId, name }) => [expertId, name])} />
    </select>
  );
}
