import { lazy, type ReactNode, Suspense } from "react";
import { whoCalls } from "../../contracts/appointments/call-rules.ts";
import { browserZone, momentInBoth } from "../appointments/times.tsx";
import { type CartLine, isRepeatedService } from "../lib/cart.ts";
import { useLogin } from "../lib/login.ts";
import { formatRupees } from "../lib/money.ts";
import { useShop } from "../lib/site.ts";
import { classes } from "../ui/classes.ts";
import { Link } from "../ui/link.tsx";
import { timeOf } from "./chosen-time.ts";
import type { LineCheck } from "./line-check.ts";

const problems = {
  gone: "No longer available. It is not counted in the total.",
  sold_out: "Sold out. It is not counted in the total.",
  variant_required: "Until then it is not counted in the total.",
};

const UNCHECKED: LineCheck = { available: null, problem: null };

const NOTE = "mt-1.5 text-small font-medium";
const OwnedNote = lazy(() => import("./owned-note.tsx").catch(() => ({ default: () => null })));
export const SIZE_LINK =
  "needs-script mt-1.5 -mb-3 flex min-h-11 w-fit items-center font-semibold text-rose underline underline-offset-4";
const FOR_OTHERS = "Is it for somebody else?";

function notesFor(line: CartLine, { available, problem, priceWas, qtyWas, timeWas }: LineCheck, maxPieces: number) {
  if (problem) return [problems[problem]];
  const { price, qty, itemType } = line;
  const notes: string[] = [];
  if (isRepeatedService(line))
    notes.push(
      itemType === "course"
        ? `You are buying this course ${qty} times. ${FOR_OTHERS}`
        : `You are buying this session ${qty} times.`,
    );
  if (priceWas !== undefined) notes.push(`Price changed from ${formatRupees(priceWas)} to ${formatRupees(price)}`);
  if (available !== null && qtyWas !== undefined)
    notes.push(`Only ${available} in stock, so the quantity was lowered from ${qtyWas} to ${available}.`);
  else if (available !== null && qty >= available)
    notes.push(available === 1 ? "This is the only one in stock." : `There are only ${available} in stock.`);
  else if (itemType === "product" && qty >= maxPieces)
    notes.push(`An order can have at most ${maxPieces} ${maxPieces === 1 ? "piece" : "pieces"} of one product.`);
  if (timeWas && !timeOf(line))
    notes.push(`${momentInBoth(browserZone(), timeWas)} can no longer be booked, so it was removed.`);
  if (timeOf(line)) notes.push("The time is for one session.");
  return notes;
}

/** Names the expert of a package, and says who calls whom. `phone`: words for the buyer's number. */
const expertNote = ({ title }: CartLine, { name, callWay: way }: NonNullable<LineCheck["expert"]>, phone?: string) =>
  `${title.startsWith(name) ? "" : `With ${name}. `}${whoCalls({ way, expertName: name, phone })}`;

interface LineNotesProps {
  id: string;
  line: CartLine;
  lineCheck: LineCheck | undefined;
  inDialog?: boolean;
  phone?: string;
  /** Replaces the link to the product's page. */
  sizeChoice?: ReactNode;
}

/** Messages about a line. Rendered even when empty: screen readers announce changes inside an existing live region. */
export function LineNotes({ id, line, lineCheck, inDialog, phone, sizeChoice }: LineNotesProps) {
  const notes = notesFor(line, lineCheck ?? UNCHECKED, useShop().maxPiecesPerOrder);
  const userId = useLogin()?.id;
  return (
    <>
      {lineCheck?.expert && (
        <p className="mt-1.5 text-small text-ink-soft">{expertNote(line, lineCheck.expert, phone)}</p>
      )}
      <div id={id} aria-live="polite">
        {userId && line.itemType === "course" && !lineCheck?.problem && (
          <Suspense>
            <OwnedNote key={userId} courseId={line.itemId}>
              <p className={classes(NOTE, "text-saffron-deep")}>You have this course already. {FOR_OTHERS}</p>
            </OwnedNote>
          </Suspense>
        )}
        {lineCheck?.problem === "variant_required" && (
          <Suspense>
            {sizeChoice ?? (
              <Link to={`/product/${line.itemId}`} replace={inDialog} data-choose-size className={SIZE_LINK}>
                Choose a size
              </Link>
            )}
          </Suspense>
        )}
        {notes.map((note) => (
          <p key={note} className={classes(NOTE, lineCheck?.problem ? "text-rose" : "text-saffron-deep")}>
            {note}
          </p>
        ))}
      </div>
    </>
  );
}
