import type { ReactNode } from "react";
import { requireOwner } from "../../account/guard.ts";
import { Panel } from "../dashboard/panel.tsx";
import { AdminPageHeader } from "../layout/admin-page-header.tsx";
import { LoadFailed } from "../layout/load-failed.tsx";
import type { Route } from "./+types/first-day-page";
import { Checklist } from "./checklist.tsx";
import { DemoData } from "./demo-data.tsx";
import { loadFirstDay } from "./first-day-panel.tsx";
import { PaymentStatus } from "./payment-status.tsx";
import { TestMail } from "./test-mail.tsx";

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
