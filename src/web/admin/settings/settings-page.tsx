import { settingTitles } from "../../../contracts/setting-titles.ts";
import { requireOwner } from "../../account/guard.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { formatMoment } from "../../lib/dates.ts";
import { Link } from "../../ui/link.tsx";
import { AdminPageHeader } from "../layout/admin-page-header.tsx";
import { LoadFailed } from "../layout/load-failed.tsx";
import type { Route } from "./+types/settings-page";
import "./settings.css";

/** What each group is about. */
const leads: Record<keyof typeof settingTitles, string> = {
  business: "Name, phone, e-mail, address, social links, grievance officer",
  look: "Accent colour, logo, icon, picture on the home page",
  home: "The texts of the home page and of About",
  packages: "Consultation packages and their prices",
  categories: "Product categories and sub categories",
  announcement: "A line above every page",
  legal: "Terms and Conditions, Privacy Policy",
};

/** `undefined` when loading failed. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireOwner(request);
  return { states: await browserApi.call("GET /api/settings", {}).catch(() => undefined) };
}
clientLoader.hydrate = true as const;

export default function SettingsPage({ loaderData: { states } }: Route.ComponentProps) {
  return (
    <>
      <AdminPageHeader title="Settings" />
      {!states && <LoadFailed>Failed to load the settings</LoadFailed>}
      <ul className="setting-cards">
        {states?.map(({ group, updatedAt, updatedBy, draft, problem }) => (
          <li key={group} className="admin-card">
            <h2 className="text-title">
              <Link to={`/admin/settings/${group}`} className="underline decoration-gold underline-offset-4">
                {settingTitles[group]}
              </Link>
            </h2>
            <p className="mt-1">{leads[group]}</p>
            <p className="mt-2 text-small text-ink-soft">
              {updatedAt ? `Changed ${formatMoment(updatedAt)} by ${updatedBy}` : "Not changed yet"}
              {draft && ". There is a draft."}
            </p>
            {problem && <p className="mt-2 text-small font-medium text-rose">Damaged: {problem}</p>}
          </li>
        ))}
      </ul>
    </>
  );
}
