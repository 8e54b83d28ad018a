import "./admin.css";
import { Outlet, useRouteLoaderData } from "react-router";
import type { SiteSettings } from "../../../contracts/site.ts";
import { requireOwner, useGuard } from "../../account/guard.ts";
import { NeedsScript } from "../../account/needs-script.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { Route } from "./+types/admin-frame";
import { AdminNav } from "./admin-nav.tsx";

/** Guards every page of the admin: they are shown inside this one. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireOwner(request);
  return null;
}
clientLoader.hydrate = true as const;

export default function AdminFrame() {
  useGuard();
  const settings = useRouteLoaderData<{ settings: SiteSettings }>("root")?.settings;
  return (
    <div className="admin">
      <AdminNav />
      {settings?.payments === "sandbox" && <SandboxNote />}
      <div className="admin-shell pt-5 pb-24">
        <Outlet />
      </div>
    </div>
  );
}

function SandboxNote() {
  return (
    <div className="border-b border-line bg-sand">
      <p className="admin-shell flex items-center gap-2 py-2 text-small">
        <Icon name="info" size={18} className="shrink-0" />
        <span>
          <strong className="font-semibold">Payments are in sandbox mode:</strong> no money moves.
        </span>
      </p>
    </div>
  );
}

/** The page as served, the same for everyone: bars where the screen will stand. */
export function HydrateFallback() {
  return (
    <div className="admin">
      <div className="admin-shell">
        <NeedsScript />
      </div>
      <div className="needs-script admin-shell grid gap-4 pt-5 pb-24" aria-busy="true">
        <div className="bone h-11" />
        <div className="bone h-96" />
      </div>
    </div>
  );
}
