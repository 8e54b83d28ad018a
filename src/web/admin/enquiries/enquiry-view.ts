import { listUrl, listViewAt } from "../../lib/list-view.ts";

interface EnquiryView {
  unread?: boolean;
  page?: number;
}

export const enquiriesUrl = ({ unread, page }: EnquiryView) =>
  listUrl(unread ? "/admin/enquiries?unread=true" : "/admin/enquiries", { page });

export const enquiryViewAt = (search: URLSearchParams) =>
  ({ unread: search.get("unread") === "true", page: listViewAt(search).page }) satisfies EnquiryView;
