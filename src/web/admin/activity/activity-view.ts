import { type ActivityKind, activityKinds } from "../../../contracts/activity/activity-rules.ts";
import { listUrl, listViewAt } from "../../lib/list-view.ts";

interface ActivityView {
  kind?: ActivityKind | undefined;
  page?: number;
}

export const activityUrl = ({ kind, page }: ActivityView) =>
  listUrl(kind ? `/admin/activity?kind=${kind}` : "/admin/activity", { page });

/** Reads the view from the query. An unknown kind means no filter. */
export function activityViewAt(search: URLSearchParams) {
  const kind = activityKinds.find((known) => known === search.get("kind"));
  return { kind, page: listViewAt(search).page } satisfies ActivityView;
}
