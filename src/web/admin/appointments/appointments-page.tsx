import "./appointments.css";
import { useState } from "react";
import type { AppointmentDetails, ExpertHours } from "../../../contracts/appointments/appointment.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { requireOwner } from "../../lib/guard.ts";
import { loadPage } from "../../lib/list-view.ts";
import { LinkButton } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListPage } from "../layout/admin-page.tsx";
import { countOf } from "../layout/labels.ts";
import type { Route } from "./+types/appointments-page";
import { AppointmentList, AttentionList } from "./appointment-list.tsx";
import { AppointmentPanel } from "./appointment-panel.tsx";
import { type AppointmentsView, appointmentsUrl, appointmentsViewAt, daysOf } from "./appointments-view.ts";
import { BookCaller } from "./book-caller.tsx";
import { Timetable } from "./timetable.tsx";
import { Toolbar } from "./toolbar.tsx";

const PAGE_LENGTH = 30;

/** A timetable loads all its sessions; lists are paginated. */
async function loadAppointments(view: AppointmentsView) {
  const { look, expert: expertId, isAttention, page: wanted = 1 } = view;
  if (!isAttention && look !== "list") {
    const { items, total } = await browserApi.page("GET /api/appointments", { query: { ...daysOf(view), expertId } });
    return { items, total, page: 1, pageCount: 1 };
  }
  const part = isAttention ? { view: "attention" as const } : daysOf(view);
  const load = (page: number) =>
    browserApi.page("GET /api/appointments", { query: { ...part, expertId, page, limit: PAGE_LENGTH } });
  return loadPage(load, { wanted, size: PAGE_LENGTH });
}

const countNeedingAttention = ({ expert: expertId }: AppointmentsView) =>
  browserApi.page("GET /api/appointments", { query: { view: "attention", expertId, limit: 1 } });

/** `found` is undefined when loading failed. Without the hours, the timetable has no background. */
export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  requireOwner(url);
  const view = appointmentsViewAt(url.searchParams);
  const [found, hours, waiting] = await Promise.all([
    loadAppointments(view).catch(() => undefined),
    browserApi.call("GET /api/appointments/hours", { query: daysOf(view) }).catch((): ExpertHours[] => []),
    countNeedingAttention(view).then(
      ({ total }) => total,
      () => undefined,
    ),
  ]);
  return { view, found, hours, waiting };
}
clientLoader.hydrate = true as const;

/** A timetable does not show cancelled sessions. */
const shownCount = (
  { look, isAttention }: AppointmentsView,
  { items, total }: { items: AppointmentDetails[]; total: number },
) => (isAttention || look === "list" ? total : items.filter(({ state }) => state !== "cancelled").length);

export default function AppointmentsPage({ loaderData: { view, found, hours, waiting } }: Route.ComponentProps) {
  const [openId, setOpenId] = useState<string>();
  return (
    <ListPage
      title="Appointments"
      path="/admin/appointments"
      note={found && countOf(shownCount(view, found), "session", "sessions")}
      actions={<BookCaller experts={hours} />}
      filters={<Toolbar view={view} experts={hours} waiting={waiting} />}
      found={found}
      failed="Failed to load appointments"
      pageUrl={(page) => appointmentsUrl({ ...view, page })}
    >
      {(sessions, focusList) => (
        <>
          <Sessions view={view} sessions={sessions} hours={hours} onOpen={setOpenId} />
          <AppointmentPanel
            session={sessions.find(({ _id }) => _id === openId)}
            onClose={() => setOpenId(undefined)}
            // The session's block may be gone from the page, and the focus with it.
            onGone={focusList}
          />
        </>
      )}
    </ListPage>
  );
}

interface SessionsProps {
  view: AppointmentsView;
  sessions: AppointmentDetails[];
  hours: ExpertHours[];
  onOpen: (id: string) => void;
}

function Sessions({ view, sessions, hours, onOpen }: SessionsProps) {
  if (view.isAttention)
    return sessions.length > 0 ? (
      <AttentionList sessions={sessions} onOpen={onOpen} />
    ) : (
      <EmptyState title="Nothing needs you" text="Every session has an expert, a time within the hours and an outcome.">
        <LinkButton to={appointmentsUrl({ ...view, page: 1, isAttention: false })}>This week</LinkButton>
      </EmptyState>
    );
  const hasHours = hours.some((expert) => expert.hasHours);
  if (sessions.length === 0 && (view.look === "list" || !hasHours))
    return (
      <EmptyState
        title="No sessions in these days"
        text={
          hasHours ? "Booked sessions stand here." : "Give your experts hours, and callers choose their time online."
        }
      >
        <LinkButton to="/admin/experts">Experts and their hours</LinkButton>
      </EmptyState>
    );
  if (view.look === "list") return <AppointmentList sessions={sessions} onOpen={onOpen} />;
  return <Timetable view={view} sessions={sessions} hours={hours} onOpen={onOpen} />;
}
