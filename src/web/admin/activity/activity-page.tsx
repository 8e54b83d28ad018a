import { type ActivityKind, activityKinds } from "../../../contracts/activity/activity-rules.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { requireOwner } from "../../lib/guard.ts";
import { listUrl, listViewAt, loadPage } from "../../lib/list-view.ts";
import { ChipLink } from "../../ui/chip.tsx";
import { ListPage } from "../layout/admin-page.tsx";
import type { Route } from "./+types/activity-page";
import { ActivityEntry } from "./activity-entry.tsx";

const PAGE_LENGTH = 20;

const activityUrl = ({ kind, page }: { kind?: ActivityKind | undefined; page?: number }) =>
  listUrl(listUrl("/admin/activity", { kind }), { page });

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  requireOwner(url);
  const search = url.searchParams;
  const kind = activityKinds.find((known) => known === search.get("kind"));
  const wanted = listViewAt(search).page;
  const load = (page: number) => browserApi.page("GET /api/activity", { query: { kind, page, limit: PAGE_LENGTH } });
  return { kind, found: await loadPage(load, { wanted, size: PAGE_LENGTH }).catch(() => undefined) };
}
clientLoader.hydrate = true as const;

const plurals: Partial<Record<ActivityKind, string>> = { enquiry: "enquiries", person: "people" };

export default function ActivityPage({ loaderData: { kind, found } }: Route.ComponentProps) {
  return (
    <ListPage
      title="Activity"
      path="/admin/activity"
      filters={
        <nav aria-label="Kind" className="flex flex-wrap gap-2">
          <ChipLink to={activityUrl({})} current={kind === undefined}>
            All
          </ChipLink>
          {activityKinds.map((known) => (
            <ChipLink key={known} to={activityUrl({ kind: known })} current={kind === known}>
              {plurals[known] ?? `${known}s`}
            </ChipLink>
          ))}
        </nav>
      }
      found={found}
      failed="Failed to load activity"
      pageUrl={(page) => activityUrl({ kind, page })}
      empty={[
        "Nothing here yet",
        "Changes made in the admin, exports and owners' logins are listed here.",
        ...(kind ? (["/admin/activity", "All activity"] as const) : (["/admin", "Dashboard"] as const)),
      ]}
    >
      {(entries) => (
        <ol className="grid gap-3">
          {entries.map((entry) => (
            <ActivityEntry key={entry._id} entry={entry} />
          ))}
        </ol>
      )}
    </ListPage>
  );
}
