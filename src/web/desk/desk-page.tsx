import { lazy, Suspense } from "react";
import type { Desk } from "../../contracts/appointments/appointment.ts";
import { PhoneLink } from "../appointments/phone-link.tsx";
import { browserApi } from "../lib/browser-api.ts";
import { requireExpert, useGuard } from "../lib/guard.ts";
import { privateMeta } from "../lib/page-meta.ts";
import { NavLink } from "../ui/link.tsx";
import { NeedsScript } from "../ui/needs-script.tsx";
import { LoadProblem } from "../ui/page-problem.tsx";
import type { Route } from "./+types/desk-page";
import { DeskAppointments } from "./desk-appointments.tsx";

/** Loaded lazily: the form for the hours imports code of the admin. */
const DeskHours = lazy(() => import("./desk-hours.tsx"));

const views = [
  { to: "/desk", name: "Sessions" },
  { to: "/desk/hours", name: "Hours" },
  { to: "/desk/calendar", name: "Calendar" },
];

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  requireExpert(url);
  const desk = await browserApi.call("GET /api/desk", {}).catch(() => undefined);
  // The call may have ended the login.
  requireExpert(url);
  return { desk };
}
clientLoader.hydrate = true as const;

export const meta = privateMeta({ title: "My desk", description: "Your sessions and hours.", path: "/desk" });

export default function DeskPage({ loaderData: { desk }, params: { view } }: Route.ComponentProps) {
  useGuard();
  return (
    <div className="desk shell max-w-4xl pt-5 pb-24">
      <header className="mb-5">
        <h1 className="text-heading">My desk</h1>
        {desk?.expert && <p className="text-ink-soft">{desk.expert.name}</p>}
      </header>
      {desk?.expert && <View desk={desk} expertId={desk.expert._id} view={view} />}
      {desk && !desk.expert && <Unlinked />}
      {!desk && <LoadProblem>Your desk could not be loaded.</LoadProblem>}
    </div>
  );
}

function View({ desk, expertId, view }: { desk: Desk; expertId: string; view: string | undefined }) {
  return (
    <>
      <nav aria-label="Desk" className="mb-6">
        <ul className="grid grid-flow-col auto-cols-fr divide-x divide-edge overflow-hidden rounded-control border border-edge">
          {views.map(({ to, name }) => (
            <li key={to}>
              <NavLink
                to={to}
                end
                className="flex min-h-11.5 items-center justify-center bg-paper px-2 font-semibold hover:bg-sand focus-visible:-outline-offset-4 aria-[current=page]:bg-night aria-[current=page]:text-ivory aria-[current=page]:outline-gold-bright"
              >
                {name}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {view === "hours" || view === "calendar" ? (
        <Suspense fallback={<div className="bone h-96" aria-busy="true" />}>
          <DeskHours key={expertId} expertId={expertId} isFeed={view === "calendar"} />
        </Suspense>
      ) : (
        <DeskAppointments desk={desk} expertId={expertId} />
      )}
    </>
  );
}

export function HydrateFallback() {
  return (
    <div className="desk shell max-w-4xl pt-5 pb-24">
      <NeedsScript />
      <div className="needs-script grid gap-4" aria-busy="true">
        <div className="bone h-11" />
        <div className="bone h-40" />
        <div className="bone h-40" />
      </div>
    </div>
  );
}

/** The owner has not linked the account to an expert, or the expert is no longer with the shop. */
function Unlinked() {
  return (
    <p className="rounded-card border border-line bg-paper p-5">
      Your account is not linked to an expert of the shop at the moment, so there are no sessions to show. Please ask
      the owner: <PhoneLink />.
    </p>
  );
}
