import { useRef, useState } from "react";
import { useNavigation, useRevalidator } from "react-router";
import type { Enquiry } from "../../../contracts/enquiries/enquiry.ts";
import { requireOwner } from "../../account/guard.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { loadPage } from "../../lib/list-view.ts";
import { toast } from "../../lib/toast.ts";
import { LinkButton } from "../../ui/button.tsx";
import { ChipLink } from "../../ui/chip.tsx";
import { classes } from "../../ui/classes.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { AdminPageHeader, LoadFailed } from "../layout/admin-page.tsx";
import { DeleteDialog } from "../layout/delete-dialog.tsx";
import { ENQUIRIES_PER_PAGE } from "../layout/page-sizes.ts";
import type { Route } from "./+types/enquiries-page";
import { EnquiryCard } from "./enquiry-card.tsx";
import { enquiriesUrl, enquiryViewAt } from "./enquiry-view.ts";

/** `found` is undefined when loading failed. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireOwner(request);
  const { unread, page: wanted } = enquiryViewAt(new URL(request.url).searchParams);
  const only = unread ? "true" : undefined;
  const load = (page: number) =>
    browserApi.page("GET /api/enquiries", { query: { unread: only, page, limit: ENQUIRIES_PER_PAGE } });
  return { unread, found: await loadPage(load, { wanted, size: ENQUIRIES_PER_PAGE }).catch(() => undefined) };
}
clientLoader.hydrate = true as const;

export default function EnquiriesPage({ loaderData: { unread, found } }: Route.ComponentProps) {
  const isLoading = useNavigation().location?.pathname === "/admin/enquiries";
  return (
    <>
      <AdminPageHeader title="Enquiries" />
      <nav aria-label="Which enquiries" className="flex flex-wrap gap-2">
        <ChipLink to={enquiriesUrl({})} current={!unread}>
          All
        </ChipLink>
        <ChipLink to={enquiriesUrl({ unread: true })} current={unread}>
          Unread
        </ChipLink>
      </nav>
      <div aria-busy={isLoading} className={classes("mt-5 transition-opacity", isLoading && "opacity-50")}>
        {!found && <LoadFailed>Failed to load enquiries</LoadFailed>}
        {found?.total === 0 && <NoEnquiries unread={unread} />}
        {found && <EnquiryList enquiries={found.items} />}
        {found && (
          <Pagination page={found.page} pageCount={found.pageCount} linkTo={(page) => enquiriesUrl({ unread, page })} />
        )}
      </div>
    </>
  );
}

function EnquiryList({ enquiries }: { enquiries: Enquiry[] }) {
  const { revalidate } = useRevalidator();
  const list = useRef<HTMLDivElement>(null);
  const [chosen, choose] = useState<Enquiry>();
  const close = () => choose(undefined);
  const remove = async () => {
    await browserApi.call("DELETE /api/enquiries/:id", { params: { id: chosen!._id } });
    toast("🗑️ Enquiry deleted successfully");
    close();
    await revalidate();
    // The focused button is gone: move the focus to the list.
    list.current?.focus();
  };
  return (
    <>
      <div ref={list} tabIndex={-1} className="grid gap-4 outline-none">
        {enquiries.map((enquiry) => (
          <EnquiryCard key={`${enquiry._id} ${enquiry.read}`} enquiry={enquiry} onDelete={() => choose(enquiry)} />
        ))}
      </div>
      <DeleteDialog open={chosen !== undefined} onClose={close} noun="enquiry" remove={remove} />
    </>
  );
}

const NoEnquiries = ({ unread }: { unread: boolean }) =>
  unread ? (
    <EmptyState title="Nothing unread" text="Every enquiry has been read.">
      <LinkButton to="/admin/enquiries">All enquiries</LinkButton>
    </EmptyState>
  ) : (
    <EmptyState title="No enquiries yet" text="What visitors ask through the shop's forms will stand here.">
      <LinkButton to="/admin">Dashboard</LinkButton>
    </EmptyState>
  );
