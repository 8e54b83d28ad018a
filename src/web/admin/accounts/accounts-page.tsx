import { type ReactNode, Suspense } from "react";
import { Await, Form } from "react-router";
import type { MonthAccounts, Register } from "../../../contracts/documents/accounts.ts";
import { documentRules } from "../../../contracts/documents/document-rules.ts";
import { SALES_PAGE_SIZE } from "../../../contracts/list-rules.ts";
import { shortId } from "../../../contracts/orders/order-rules.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { addDays, formatDay, indianToday } from "../../lib/dates.ts";
import { requireOwner } from "../../lib/guard.ts";
import { listUrl, listViewAt } from "../../lib/list-view.ts";
import { formatRupees } from "../../lib/money.ts";
import { useSend } from "../../lib/use-send.ts";
import { Badge } from "../../ui/badge.tsx";
import { SmallButton } from "../../ui/button.tsx";
import { ChipLink } from "../../ui/chip.tsx";
import { Field } from "../../ui/field.tsx";
import { TextLink } from "../../ui/link.tsx";
import { Pagination } from "../../ui/pagination.tsx";
import { Panel } from "../../ui/panel.tsx";
import { AdminPageHeader, LoadFailed, useBusyArea } from "../layout/admin-page.tsx";
import { AdminTable, type Column } from "../layout/admin-table.tsx";
import { ExportButton } from "../layout/export-button.tsx";
import { countOf, formatCount, recordPath } from "../layout/labels.ts";
import type { Route } from "./+types/accounts-page";

const monthUrl = (month: string, page = 1) => listUrl(`/admin/accounts?month=${month}`, { page });
const pagesOf = ({ total }: Register) => Math.ceil(total / SALES_PAGE_SIZE);
const monthName = (month: string) => formatDay(`${month}-01`).slice(2);

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  requireOwner(url);
  const search = url.searchParams;
  const month = /^20\d\d-(0[1-9]|1[0-2])$/.exec(search.get("month") ?? "")?.[0] ?? indianToday().slice(0, 7);
  const { page } = listViewAt(search);
  // The provider may be slow, so the page does not wait for it.
  const settlements = browserApi
    .call("GET /api/accounts/:month/settlements", { params: { month } })
    .catch(() => undefined);
  const accounts = browserApi.call("GET /api/accounts/:month", { params: { month }, query: { page } });
  return { month, page, settlements, accounts: await accounts.catch(() => undefined) };
}
clientLoader.hydrate = true as const;

export default function AccountsPage({ loaderData: { month, page, accounts, settlements } }: Route.ComponentProps) {
  return (
    <>
      <AdminPageHeader title="Accounts" note={monthName(month)}>
        <ExportButton url={`/api/accounts/${month}.zip`} what="accounts">
          {accounts?.isRegistered ? "GSTR-1 and registers (zip)" : "Registers (zip)"}
        </ExportButton>
        <ExportButton url={`/api/accounts/${month}/papers.zip`} what="papers">
          All papers as PDF (zip)
        </ExportButton>
      </AdminPageHeader>
      <Form key={month} className="flex flex-wrap items-end gap-3">
        <Field label="Month" name="month" type="month" placeholder="2026-11" required defaultValue={month} />
        <SmallButton type="submit" className="min-h-12">
          Show
        </SmallButton>
        <ChipLink to={monthUrl(addDays(`${month}-01`, -1).slice(0, 7))} current={false}>
          Previous month
        </ChipLink>
        <ChipLink to={monthUrl(addDays(`${month}-28`, 4).slice(0, 7))} current={false}>
          Next month
        </ChipLink>
      </Form>
      <div {...useBusyArea("/admin/accounts", "mt-5 grid gap-6")}>
        {accounts ? (
          <Month month={month} page={page} accounts={accounts} />
        ) : (
          <LoadFailed>Failed to load the accounts</LoadFailed>
        )}
        <Suspense fallback={<p>Asking the payment provider for settlements…</p>}>
          <Await resolve={settlements}>
            {(found) =>
              found ? (
                <RegisterTable {...found} />
              ) : (
                <p role="alert">The payment provider does not tell its settlements.</p>
              )
            }
          </Await>
        </Suspense>
      </div>
    </>
  );
}

function Month({ month, page, accounts }: { month: string; page: number; accounts: MonthAccounts }) {
  const { isRegistered, totals, checks, registers, owed } = accounts;
  const wrong = checks.filter(({ files, papers }) => files !== papers);
  return (
    <>
      {owed.length > 0 && <Owed owed={owed} />}
      {totals.length === 0 && <p>No papers in {monthName(month)}. They appear here once orders are paid or sent.</p>}
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {totals.map(({ kind, count, from, to, ...total }) => (
          <Panel key={kind} title={`${documentRules[kind].title} (${count})`}>
            <strong className="text-heading font-semibold">{formatRupees(total.value)}</strong>
            <p className="text-small text-ink-soft">
              {isRegistered && `Taxable ${formatRupees(total.taxable)}, ${taxesOf(total)}. `}
              {from === to ? from : `${from} to ${to}`}
            </p>
          </Panel>
        ))}
      </div>
      <p>An accountant must check these figures before anything is filed.</p>
      {isRegistered && (
        <Panel title="Check" isAlarm={wrong.length > 0}>
          {wrong.length === 0 && <p>The GSTR-1 files and the HSN summary add up to the papers of the month.</p>}
          {wrong.map(({ name, files, papers }) => (
            <p key={name}>{`${name}: ${formatRupees(files)} in the files, ${formatRupees(papers)} on papers.`}</p>
          ))}
        </Panel>
      )}
      {registers.map((register) => (
        <RegisterTable key={register.name} {...register}>
          {register.name === "Sales register" && (
            <Pagination page={page} pageCount={pagesOf(register)} linkTo={(to) => monthUrl(month, to)} />
          )}
        </RegisterTable>
      ))}
    </>
  );
}

/** Papers that could not be issued. */
function Owed({ owed }: Pick<MonthAccounts, "owed">) {
  const { send, isSending } = useSend("The papers could not be made. Please try again.", { asToast: true });
  const tryAgain = () => send(() => browserApi.call("POST /api/accounts/owed", {}), "Tried again");
  return (
    <Panel title={countOf(owed.length, "paper is missing", "papers are missing")} isAlarm>
      <div role="alert">
        {owed.map(({ orderId, problem }) => (
          <p key={orderId}>
            {orderLink(orderId)} {problem}
          </p>
        ))}
      </div>
      <SmallButton disabled={isSending} onClick={tryAgain} className="mt-3 mr-4">
        {isSending ? "Trying…" : "Try again"}
      </SmallButton>
      <TextLink to="/admin/settings/tax">Tax classes</TextLink>
    </Panel>
  );
}

const taxesOf = ({ cgst, sgst, igst }: Pick<MonthAccounts["totals"][number], "cgst" | "sgst" | "igst">) =>
  `CGST ${formatRupees(cgst)}, SGST ${formatRupees(sgst)}, IGST ${formatRupees(igst)}`;

const orderLink = (id: string) => <TextLink to={recordPath("order", id)}>Order {shortId(id)}</TextLink>;

const names: Record<string, string> = { "hsn(b2b)": "HSN, buyers with GSTIN", "hsn(b2c)": "HSN, buyers without GSTIN" };

/** How a cell is shown; other texts as they are. */
const shown: Record<string, (text: string) => ReactNode> = {
  Date: (day) => day && formatDay(day),
  Order: orderLink,
  State: (state) => <Badge tone={state === "failed" ? "rose" : "sand"}>{state}</Badge>,
};

const longTextColumns = ["Paper", "Buyer", "Reason", "Failure"];

/** Shorter than in the files. */
const titles: Record<string, string> = {
  "Total Quantity": "Qty",
  "Total Value": "Value",
  "Taxable Value": "Taxable",
  "Integrated Tax Amount": "IGST",
  "Central Tax Amount": "CGST",
  "State/UT Tax Amount": "SGST",
};

type Row = Register["rows"][number];

/** Columns that tell nothing are left out: those without a value, and what is taxable where nothing is taxed. */
function RegisterTable({ name, header, rows, children }: Register & { children?: ReactNode }) {
  if (rows.length === 0) return null;
  const title = names[name] ?? name;
  const show = (column: string, value: Row[number]) =>
    typeof value === "number" ? formatCount(value) : (shown[column]?.(value) ?? value);
  const columns = header.flatMap((column, n): Column<Row>[] => {
    const isTold = (row: Row) => row[n] && !(column === "Taxable" && row[n] === row[n - 1]);
    if (!rows.some(isTold)) return [];
    const look = typeof rows[0]![n] === "number" && ({ look: "number" } as const);
    const className = longTextColumns.includes(column) ? "" : "max-md:wrap-anywhere md:whitespace-nowrap";
    const cell = (row: Row) => <span className={className}>{show(column, row[n]!)}</span>;
    return [{ title: titles[column] ?? column, ...look, cell }];
  });
  return (
    <section className="overflow-x-auto">
      <h2 className="mb-3 text-title">{title}</h2>
      <AdminTable name={title} columns={columns} items={rows} keyOf={(row) => row.join()} />
      {children}
    </section>
  );
}
