import { useState } from "react";
import { useRevalidator } from "react-router";
import type { Enquiry } from "../../../contracts/enquiries/enquiry.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { requireOwner } from "../../lib/guard.ts";
import { listUrl, listViewAt, loadPage } from "../../lib/list-view.ts";
import { toast } from "../../lib/toast.ts";
import { ChipLink } from "../../ui/chip.tsx";
import { ListPage } from "../layout/admin-page.tsx";
import { DeleteDialog } from "../layout/delete-dialog.tsx";
import type { Route } from "./+types/enquiries-page";
import { EnquiryCard } from "./enquiry-card.tsx";

const PAGE_LENGTH = 10;

const enquiriesUrl = ({ unread, page }: { unread?: boolean; page?: number }) =>
  listUrl(listUrl("/admin/enquiries", { unread }), { page });

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireOwner(request);
  const search = new URL(request.url).searchParams;
  const unread = search.get("unread") === "true";
  const only = unread ? "true" : undefined;
  const load = (page: number) =>
    browserApi.page("GET /api/enquiries", { query: { unread: only, page, limit: PAGE_LENGTH } });
  const wanted = listViewAt(search).page;
  return { unread, found: await loadPage(load, { wanted, size: PAGE_LENGTH }).catch(() => undefined) };
}
clientLoader.hydrate = true as const;

export default function EnquiriesPage({ loaderData: { unread, found } }: Route.ComponentProps) {
  return (
    <ListPage
      title="Enquiries"
      path="/admin/enquiries"
      filters={
        <nav aria-label="Which enquiries" className="flex flex-wrap gap-2">
          <ChipLink to={enquiriesUrl({})} current={!unread}>
            All
          </ChipLink>
          <ChipLink to={enquiriesUrl({ unread: true })} current={unread}>
            Unread
          </ChipLink>
        </nav>
      }
      found={found}
      failed="Failed to load enquiries"
      pageUrl={(page) => enquiriesUrl({ unread, page })}
      empty={
        unread
          ? ["Nothing unread", "Every enquiry has been read.", "/admin/enquiries", "All enquiries"]
          : ["No enquiries yet", "What visitors ask through the shop's forms will stand here.", "/admin", "Dashboard"]
      }
    >
      {(enquiries, focusList) => <EnquiryList enquiries={enquiries} focusList={focusList} />}
    </ListPage>
  );
}

function EnquiryList({ enquiries, focusList }: { enquiries: Enquiry[]; focusList: () => void }) {
  const { revalidate } = useRevalidator();
  const [chosen, choose] = useState<Enquiry>();
  const close = () => choose(undefined);
  const remove = async () => {
    await browserApi.call("DELETE /api/enquiries/:id", { params: { id: chosen!._id } });
    toast("🗑️ Enquiry deleted successfully");
    close();
    await revalidate();
    focusList();
  };
  return (
    <>
      <div className="grid gap-4">
        {enquiries.map((enquiry) => (
          <EnquiryCard key={`${enquiry._id} ${enquiry.read}`} enquiry={enquiry} onDelete={() => choose(enquiry)} />
        ))}
      </div>
      <DeleteDialog open={chosen !== undefined} onClose={close} noun="enquiry" remove={remove} />
    </>
  );
}
