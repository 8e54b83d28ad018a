import type { OrderDocument } from "../../contracts/documents/document.ts";
import { documentRules } from "../../contracts/documents/document-rules.ts";
import type { Order } from "../../contracts/orders/order.ts";
import { browserApi } from "../lib/browser-api.ts";
import { formatDay } from "../lib/dates.ts";
import { formatRupees } from "../lib/money.ts";
import { saveFile } from "../lib/save-file.ts";
import { useLoad } from "../lib/use-load.ts";
import { useSend } from "../lib/use-send.ts";
import { SmallButton } from "../ui/button.tsx";
import { OrderSection } from "./order-frame.tsx";

/** Receipts, invoices and credit notes of an order. One that was only placed has none. */
export function Papers({ order }: { order: Order }) {
  const { _id: id, status, history, refunds = [], shipments = [] } = order;
  const load = () => browserApi.call("GET /api/orders/:id/documents", { params: { id } });
  const state = [id, history.length, refunds.length, shipments.length].join(" ");
  const { data = [], hasFailed, retry } = useLoad(load, state, status !== "pending" || history.length > 1);
  if (data.length === 0 && !hasFailed) return null;
  return (
    <OrderSection id="order-papers" title="Papers">
      {hasFailed ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p role="alert">The papers could not be loaded.</p>
          <SmallButton onClick={retry}>Try again</SmallButton>
        </div>
      ) : (
        <ul className="grid gap-4">
          {data.map((paper) => (
            <Paper key={paper._id} paper={paper} />
          ))}
        </ul>
      )}
    </OrderSection>
  );
}

function Paper({ paper }: { paper: OrderDocument }) {
  const { kind, number, date, amount, originalNumber, cancelled, pdf } = paper;
  const { send, isSending } = useSend("The PDF could not be loaded. Please try again.", { asToast: true });
  const title = documentRules[kind].title;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <span>
        <strong className="block font-semibold">
          {title} <span className="whitespace-nowrap">{number}</span>
        </strong>
        <span className="text-small text-ink-soft">
          {formatDay(date)}, {formatRupees(amount)}
          {originalNumber && `, corrects ${originalNumber}`}
          {cancelled && ", cancelled"}
        </span>
      </span>
      <SmallButton onClick={() => send(() => saveFile(pdf, `${number.replaceAll("/", "-")}.pdf`))} disabled={isSending}>
        {isSending ? "Loading…" : "Download PDF"}
        <span className="sr-only">
          {" "}
          of {title} {number}
        </span>
      </SmallButton>
    </li>
  );
}
