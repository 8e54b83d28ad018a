import type { CustomerDetails } from "../../../contracts/accounts/customer.ts";
import { MAX_CUSTOMER_NOTES_LENGTH } from "../../../contracts/field-rules.ts";
import { PAGE_SIZE } from "../../../contracts/list-rules.ts";
import type { Order } from "../../../contracts/orders/order.ts";
import { shortId } from "../../../contracts/orders/order-rules.ts";
import { isMissing } from "../../lib/api.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { formatDay, formatMoment } from "../../lib/dates.ts";
import { requireOwner } from "../../lib/guard.ts";
import { listUrl, listViewAt, loadPage } from "../../lib/list-view.ts";
import { formatRupees } from "../../lib/money.ts";
import { shopOf, useShop } from "../../lib/site.ts";
import { toast } from "../../lib/toast.ts";
import { OrderStatusBadge } from "../../orders/order-status.tsx";
import { BackLink } from "../../ui/back-link.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { Panel } from "../../ui/panel.tsx";
import { AdminPageHeader, LoadFailed } from "../layout/admin-page.tsx";
import { AdminTable, type Column } from "../layout/admin-table.tsx";
import { ContactLinks } from "../layout/contact-link.tsx";
import { DetailList } from "../layout/detail-list.tsx";
import { formatCount, recordPath } from "../layout/labels.ts";
import { NotesForm } from "../layout/notes-form.tsx";
import type { Route } from "./+types/customer-page";

/** `customer` is null when the account does not exist; `found` is undefined when loading failed. */
export async function clientLoader({ url, params }: Route.ClientLoaderArgs) {
  requireOwner(url);
  const { page: wanted } = listViewAt(url.searchParams);
  const load = (page: number) =>
    browserApi.page("GET /api/customers/:id/orders", { params, query: { page, limit: PAGE_SIZE } });
  try {
    const [customer, orders] = await Promise.all([
      browserApi.call("GET /api/customers/:id", { params }),
      loadPage(load, { wanted, size: PAGE_SIZE }),
    ]);
    return { customer, orders };
  } catch (error) {
    return isMissing(error) ? { customer: null } : { customer: undefined };
  }
}
clientLoader.hydrate = true as const;

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `Customer | Admin | ${shopOf(matches).brand}` }, { name: "robots", content: "noindex" }];
}

type Orders = NonNullable<Route.ComponentProps["loaderData"]["orders"]>;

export default function CustomerPage({ loaderData: { customer, orders } }: Route.ComponentProps) {
  if (customer === null) return <CustomerNotFound />;
  return (
    <>
      <BackLink to="/admin/customers">All customers</BackLink>
      {customer && orders ? (
        <Details key={customer._id} customer={customer} orders={orders} />
      ) : (
        <>
          <AdminPageHeader title="Customer" />
          <LoadFailed>Failed to load customer</LoadFailed>
        </>
      )}
    </>
  );
}

function Details({ customer, orders }: { customer: CustomerDetails; orders: Orders }) {
  return (
    <>
      <AdminPageHeader title={customer.name} note={`Customer since ${formatDay(customer.createdAt)}`} />
      <div className="grid items-start gap-4 lg:grid-cols-3">
        <Panel title="Contact">
          <Contact customer={customer} />
        </Panel>
        <Panel title="Notes" className="lg:col-span-2">
          <Notes customer={customer} />
        </Panel>
        <Panel title={`Orders (${orders.total})`} className="lg:col-span-3">
          {orders.total === 0 ? <p>No orders yet.</p> : <OrderTable customer={customer} orders={orders} />}
        </Panel>
      </div>
    </>
  );
}

const savedIn = ({ text, version, updatedAt }: CustomerDetails["notes"]) => ({
  text,
  base: version,
  status: updatedAt && `Saved ${formatMoment(updatedAt)}`,
});

const Notes = ({ customer: { _id: id, notes } }: { customer: CustomerDetails }) => (
  <NotesForm
    name="Notes"
    field="text"
    label="What you want to remember"
    hint="Only owners see this. The person gets it with a copy of their data, and it is deleted with the account."
    rows={5}
    maxLength={MAX_CUSTOMER_NOTES_LENGTH}
    action="Save notes"
    failed="The notes could not be saved. Please try again."
    initial={savedIn(notes)}
    savedIn={savedIn}
    save={async (text, version) => {
      const now = await browserApi.call("PUT /api/customers/:id/notes", { params: { id }, body: { text, version } });
      toast("✅ Notes saved");
      return savedIn(now);
    }}
  />
);

function Contact({ customer: { name, email, phone, orderCount, spent, lastOrderAt } }: { customer: CustomerDetails }) {
  const { brand } = useShop();
  return (
    <>
      <DetailList
        details={{
          "E-mail": email,
          Phone: phone || "None",
          Orders: formatCount(orderCount),
          Spent: formatRupees(spent),
          "Last order": lastOrderAt ? formatDay(lastOrderAt) : "None",
        }}
      />
      <ContactLinks
        phone={phone}
        email={email}
        greeting={`Namaste ${name}, this is ${brand}.`}
        subject={brand}
        className="mt-4"
      />
    </>
  );
}

const columns: readonly Column<Order>[] = [
  {
    title: "Order",
    cell: (order) => (
      <Link
        to={recordPath("order", order._id)}
        className="inline-flex min-h-11 items-center font-semibold underline decoration-gold underline-offset-4"
      >
        <span className="sr-only">Order</span> {shortId(order._id)}
      </Link>
    ),
  },
  { title: "Items", look: "wide", cell: ({ items }) => items.map(({ title, qty }) => `${title} x ${qty}`).join(", ") },
  { title: "Date", cell: ({ createdAt }) => <span className="whitespace-nowrap">{formatDay(createdAt)}</span> },
  { title: "Status", cell: ({ status }) => <OrderStatusBadge status={status} /> },
  { title: "Total", look: "number", cell: ({ totalAmount }) => formatRupees(totalAmount) },
];

function OrderTable({ customer, orders }: { customer: CustomerDetails; orders: Orders }) {
  return (
    <>
      <AdminTable name="Orders" columns={columns} items={orders.items} keyOf={({ _id }) => _id} />
      <Pagination
        page={orders.page}
        pageCount={orders.pageCount}
        linkTo={(page) => listUrl(recordPath("customer", customer._id), { page })}
      />
    </>
  );
}

function CustomerNotFound() {
  return (
    <>
      <AdminPageHeader title="Customer not found" />
      <p className="mb-6 text-lead">There is no such account. It may have been deleted.</p>
      <LinkButton to="/admin/customers">All customers</LinkButton>
    </>
  );
}
