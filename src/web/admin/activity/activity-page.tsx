import { useNavigation } from "react-router";
import { type ActivityKind, activityKinds } from "../../../contracts/activity/activity-rules.ts";
import { requireOwner } from "../../account/guard.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { loadPage } from "../../lib/list-view.ts";
import { LinkButton } from "../../ui/button.tsx";
import { ChipLink } from "../../ui/chip.tsx";
import { classes } from "../../ui/classes.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { AdminPageHeader, LoadFailed } from "../layout/admin-page.tsx";
import { ACTIVITY_PER_PAGE } from "../layout/page-sizes.ts";
import type { Route } from "./+types/activity-page";
import { ActivityEntry } from "./activity-entry.tsx";
import { activityUrl, activityViewAt } from "./activity-view.ts";

/** `found` is undefined when loading failed. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireOwner(request);
  const { kind, page: wanted } = activityViewAt(new URL(request.url).searchParams);
  const load = (page: number) =>
    browserApi.page("GET /api/activity", { query: { kind, page, limit: ACTIVITY_PER_PAGE } });
  return { kind, found: await loadPage(load, { wanted, size: ACTIVITY_PER_PAGE }).catch(() => undefined) };
}
clientLoader.hydrate = true as const;

const plurals: Partial<Record<ActivityKind, string>> = { enquiry: "enquiries", person: "people" };

type Loaded = Route.ComponentProps["loaderData"];

export default function ActivityPage({ loaderData: { kind, found } }: Route.ComponentProps) {
  const isLoading = useNavigation().location?.pathname === "/admin/activity";
  return (
    <>
      <AdminPageHeader title="Activity" />
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
      <div aria-busy={isLoading} className={classes("mt-5 transition-opacity", isLoading && "opacity-50")}>
        {found ? <Entries kind={kind} found={found} /> : <LoadFailed>Failed to load activity</LoadFailed>}
      </div>
    </>
  );
}

function Entries({ kind, found }: { kind: Loaded["kind"]; found: NonNullable<Loaded["found"]> }) {
  if (found.total === 0)
    return (
      <EmptyState
        title="Nothing here yet"
        text="Changes made in the admin, exports and owners' logins are listed here."
      >
        {kind ? (
          <LinkButton to="/admin/activity">All activity</LinkButton>
        ) : (
          <LinkButton to="/admin">Dashboard</LinkButton>
        )}
      </EmptyState>
    );
  return (
    <>
      <ol className="grid gap-3">
        {found.items.map((entry) => (
          <ActivityEntry key={entry._id} entry={entry} />
        ))}
      </ol>
      <Pagination page={found.page} pageCount={found.pageCount} linkTo={(page) => activityUrl({ kind, page })} />
    </>
  );
}
