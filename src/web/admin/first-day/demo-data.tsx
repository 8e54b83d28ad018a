import { useState } from "react";
import { useRevalidator } from "react-router";
import type { DemoCounts } from "../../../contracts/settings/settings-calls.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { toast } from "../../lib/toast.ts";
import { AskDialog } from "../../ui/ask-dialog.tsx";
import { AdminButton } from "../layout/admin-button.tsx";
import { countOf } from "../layout/counts.ts";

const words: Record<keyof DemoCounts, [one: string, many: string]> = {
  products: ["product", "products"],
  courses: ["course", "courses"],
  experts: ["expert", "experts"],
  blogs: ["article", "articles"],
};

/** `68 products, 8 courses and 1 article`; empty when there is nothing. */
function formatCounts(counts: DemoCounts) {
  const parts = (Object.keys(words) as (keyof DemoCounts)[]).flatMap((kind) => {
    const count = counts[kind];
    return count > 0 ? countOf(count, ...words[kind]) : [];
  });
  return new Intl.ListFormat("en-GB").format(parts);
}

/** Removes the demo records that are still as they were loaded. */
export function DemoData({ demo }: { demo: DemoCounts }) {
  const [isOpen, setOpen] = useState(false);
  const { revalidate } = useRevalidator();
  const close = () => setOpen(false);
  const counts = formatCounts(demo);

  const remove = async () => {
    const removed = formatCounts(await browserApi.call("DELETE /api/first-day/demo-data", {}));
    close();
    toast(removed ? `🗑️ Removed ${removed}` : "There was no demo data left to remove.");
    await revalidate();
  };

  if (!counts) return <p>There is no demo data in this shop.</p>;
  return (
    <>
      <p>{counts} came with the shop and are still as they were. What you have changed is yours and stays.</p>
      <AdminButton onClick={() => setOpen(true)} className="mt-3 text-rose">
        Remove demo data
      </AdminButton>
      <AskDialog
        open={isOpen}
        onClose={close}
        title="Remove demo data"
        action={["Remove", "Removing…"]}
        send={remove}
        failed="The demo data could not be removed. Please try again."
      >
        <p>{counts} will be deleted with their pictures. This cannot be undone. Orders keep what was bought.</p>
      </AskDialog>
    </>
  );
}
