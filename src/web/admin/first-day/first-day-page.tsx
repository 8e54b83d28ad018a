import type { ReactNode } from "react";
import { requireOwner } from "../../lib/guard.ts";
import { Panel } from "../../ui/panel.tsx";
import { AdminPageHeader, LoadFailed } from "../layout/admin-page.tsx";
import type { Route } from "./+types/first-day-page";
import { Checklist, loadFirstDay } from "./checklist.tsx";
import { DemoData, PaymentStatus, TestMail } from "./first-day-parts.tsx";

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireOwner(request);
  return { firstDay: await loadFirstDay() };
}
clientLoader.hydrate = true as const;

export default function FirstDayPage({ loaderData: { firstDay } }: Route.ComponentProps) {
  const done = firstDay?.items.filter((item) => item.done).length;
  return (
    <>
      <AdminPageHeader title="First day" note={firstDay && `${done} of ${firstDay.items.length} done`} />
      {firstDay ? (
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <Panel title="Before you sell">
            <Checklist items={firstDay.items} />
          </Panel>
          <div className="grid gap-4">
            <Part id="payments" title="Payments">
              <PaymentStatus payments={firstDay.payments} />
            </Part>
            <Part id="mail" title="Mail">
              <TestMail mail={firstDay.mail} />
            </Part>
            <Part id="demo" title="Demo data">
              <DemoData demo={firstDay.demo} />
            </Part>
          </div>
        </div>
      ) : (
        <LoadFailed>Failed to load first day</LoadFailed>
      )}
    </>
  );
}

/** The `id` is an anchor for the checklist's links. */
const Part = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <div id={id}>
    <Panel title={title}>{children}</Panel>
  </div>
);
