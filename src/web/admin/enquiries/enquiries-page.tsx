import { useState } from "react";
import { useRevalidator } from "react-router";
import type { Enquiry } from "../../../contracts/enquiries/enquiry.ts";
import { isOwnPath } from "../../../contracts/pages/page-rules.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { formatMoment } from "../../lib/dates.ts";
import { requireOwner } from "../../lib/guard.ts";
import { listUrl, listViewAt, loadPage } from "../../lib/list-view.ts";
import { useShop } from "../../lib/site.ts";
import { toast } from "../../lib/toast.ts";
import { useSend } from "../../lib/use-send.ts";
import { Badge } from "../../ui/badge.tsx";
import { SmallButton } from "../../ui/button.tsx";
import { ChipLink } from "../../ui/chip.tsx";
import { classes } from "../../ui/classes.ts";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { ListPage } from "../layout/admin-page.tsx";
import { ContactLink, contactUrls } from "../layout/contact-link.tsx";
import { DeleteDialog } from "../layout/delete-dialog.tsx";
import type { Route } from "./+types/enquiries-page";

const PAGE_LENGTH = 10;

const enquiriesUrl = ({ unread, page }: { unread?: boolean; page?: number }) =>
  listUrl(listUrl("/admin/enquiries", { unread }), { page });

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  requireOwner(url);
  const search = url.searchParams;
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

function EnquiryCard({ enquiry, onDelete }: { enquiry: Enquiry; onDelete: () => void }) {
  const shop = useShop();
  const { isRead, markAs } = useReadStatus(enquiry);
  const { name, email, phone, message, page, pageName, createdAt } = enquiry;
  const enquiryName = <span className="sr-only"> (enquiry from {name})</span>;
  return (
    <article
      aria-label={`Enquiry from ${name}`}
      className={classes("rounded-card border bg-paper p-5", "border-line", !isRead && "border-l-4 border-l-gold")}
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-title wrap-anywhere">{name}</h2>
        {!isRead && <Badge tone="gold">Unread</Badge>}
        <p className="text-small text-ink-soft sm:ml-auto">{formatMoment(createdAt)}</p>
      </header>
      <p className="text-small wrap-anywhere text-ink-soft">
        {email}
        {phone && `, ${phone}`}
        {pageName && isOwnPath(page) && (
          <>
            {", sent from "}
            <Link to={page} className="py-2 underline decoration-gold underline-offset-4">
              {pageName}
            </Link>
          </>
        )}
      </p>
      <p className="mt-3 max-w-[75ch] wrap-anywhere whitespace-pre-line">{message}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <ContactLink href={contactUrls.mail(email, `Your enquiry at ${shop.brand}`)} icon="mail">
          Reply by e-mail{enquiryName}
        </ContactLink>
        {phone && (
          <ContactLink
            href={contactUrls.whatsapp(phone, `Namaste ${name}, thank you for your enquiry at ${shop.brand}.`)}
            icon="message-circle"
            opensNewTab
          >
            WhatsApp{enquiryName}
          </ContactLink>
        )}
        <SmallButton onClick={() => markAs(!isRead)}>
          {isRead ? "Mark as unread" : "Mark as read"}
          {enquiryName}
        </SmallButton>
        <SmallButton onClick={onDelete} className="text-rose">
          <Icon name="trash-2" size={18} />
          Delete{enquiryName}
        </SmallButton>
      </div>
    </article>
  );
}

/** Optimistic update: the mark changes at once and is rolled back when saving fails. */
function useReadStatus({ _id, read }: Enquiry) {
  const [isRead, setRead] = useState(read);
  const { send, isSending } = useSend("❌ Operation failed", { asToast: true });
  const markAs = async (to: boolean) => {
    if (isSending) return;
    setRead(to);
    const save = () => browserApi.call("PUT /api/enquiries/:id", { params: { id: _id }, body: { read: to } });
    if (!(await send(save))) setRead(!to);
  };
  return { isRead, markAs };
}
