import type { SealedState } from "../../../contracts/settings/sealed-settings.ts";
import type { SettingGroup, Settings } from "../../../contracts/settings/settings.ts";
import type { SettingState } from "../../../contracts/settings/settings-calls.ts";
import { type SealedGroup, sealedTitles, settingTitles } from "../../../contracts/settings/settings-rules.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { formatMoment } from "../../lib/dates.ts";
import { redirectFrom, requireOwner } from "../../lib/guard.ts";
import { Link } from "../../ui/link.tsx";
import { loadFirstDay } from "../first-day/checklist.tsx";
import { AdminPageHeader, LoadFailed } from "../layout/admin-page.tsx";
import type { Route } from "./+types/settings-page";
import { GroupForm } from "./group-form.tsx";
import { SealedPage } from "./sealed-form.tsx";
import { GroupsContext } from "./special-fields.tsx";

const titles = { ...settingTitles, ...sealedTitles };

const leads: Record<keyof typeof titles, string> = {
  business: "Name, phone, e-mail, address, social links, grievance officer",
  look: "Accent colour, logo, icon, picture on the home page",
  home: "The texts of the home page and of About",
  packages: "Consultation packages and their prices",
  categories: "Product categories and sub categories",
  facts: "What products are traditionally linked with, and the texts of their pages",
  search: "Other words that people search with",
  reviews: "Whether and when buyers are asked for a review",
  delivery: "Pieces in one order, what delivery costs, couriers",
  seller: "How you are registered for GST, and what the papers of orders say",
  tax: "HSN and SAC codes and rates, confirmed by your accountant",
  appointments: "Until when callers move and cancel, refunds, how long their details stay",
  announcement: "A line above every page",
  legal: "Terms and Conditions, Privacy Policy",
  payments: "The keys with which buyers pay",
  mail: "The server that sends your mails",
};

const isGroup = (group: string): group is SettingGroup | SealedGroup => Object.hasOwn(titles, group);

export async function clientLoader({ url, params: { group } }: Route.ClientLoaderArgs) {
  requireOwner(url);
  if (group !== undefined && !isGroup(group)) throw redirectFrom(url, "/admin/settings");
  const states = await browserApi.call("GET /api/settings", {}).catch(() => undefined);
  return { group, states, firstDay: group && group in sealedTitles ? await loadFirstDay() : undefined };
}
clientLoader.hydrate = true as const;

export default function SettingsPage({ loaderData: { group, states, firstDay } }: Route.ComponentProps) {
  const state = states?.find((one) => one.group === group);
  return (
    <>
      {group && (
        <Link to="/admin/settings" className="row-action -ml-2">
          All settings
        </Link>
      )}
      <AdminPageHeader title={group ? titles[group] : "Settings"} />
      {!states && <LoadFailed>Failed to load the settings</LoadFailed>}
      {states && !group && <GroupList states={states} />}
      {states && state && (
        <GroupsContext value={Object.fromEntries(states.map((state) => [state.group, state.values])) as Settings}>
          {"source" in state ? (
            <SealedPage key={group} state={state} firstDay={firstDay} />
          ) : (
            <GroupForm key={group} initial={state} />
          )}
        </GroupsContext>
      )}
    </>
  );
}

const GroupList = ({ states }: { states: (SettingState | SealedState)[] }) => (
  <ul className="fit-columns-[18rem] gap-4">
    {states.map(({ group, updatedAt, updatedBy, problem, ...state }) => (
      <li key={group} className="admin-card">
        <h2 className="text-title">
          <Link to={`/admin/settings/${group}`} className="underline decoration-gold underline-offset-4">
            {titles[group]}
          </Link>
        </h2>
        <p className="mt-1">{leads[group]}</p>
        <p className="mt-2 text-small text-ink-soft">
          {updatedAt ? `Changed ${formatMoment(updatedAt)} by ${updatedBy}` : "Not changed yet"}
          {"draft" in state && state.draft && ". There is a draft."}
        </p>
        {problem && <p className="mt-2 text-small font-medium text-rose">Damaged: {problem}</p>}
      </li>
    ))}
  </ul>
);
