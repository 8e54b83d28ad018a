import { Dialog } from "../../../ui/dialog.tsx";
import { Field } from "../../../ui/field.tsx";
import { AdminButton } from "../../layout/admin-button.tsx";
import { countOf } from "../../layout/counts.ts";
import { ImportSummary } from "./import-summary.tsx";
import { useImport } from "./use-import.ts";

interface ImportDialogProps {
  open: boolean;
  onClose: () => void;
}

const formatRows = (rows: number) => countOf(rows, "row", "rows");

/** Choose a file, see a preview, then import all rows or none. */
export function ImportDialog({ open, onClose }: ImportDialogProps) {
  const { file, result, progress, reason, choose, save } = useImport(open, onClose);
  const changes = result ? result.creates + result.updates : 0;
  const isBusy = progress !== undefined;
  return (
    <Dialog open={open} onClose={onClose} title="Import products" look="choice">
      <div className="import-products overflow-y-auto px-5 pb-5">
        <p className="mb-4 text-small text-ink-soft">
          A CSV file with the columns of the export. A row with an _id updates that product, one without makes a new
          one. Pictures stay as they are.
        </p>
        <Field
          key={open ? "open" : "closed"}
          label="CSV file"
          type="file"
          accept=".csv,text/csv"
          required
          disabled={isBusy}
          onChange={(event) => choose(event.currentTarget.files?.[0])}
        />
        <p role="alert" className="mt-3 font-medium text-rose empty:hidden">
          {reason}
        </p>
        {isBusy && (
          <label className="mt-4 block text-small">
            {Math.round(progress * 100)} % of {file?.name}
            <progress max={100} value={Math.round(progress * 100)} className="admin-progress" />
          </label>
        )}
        {result && !isBusy && <ImportSummary result={result} />}
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <AdminButton onClick={onClose}>Cancel</AdminButton>
          <AdminButton look="accent" disabled={isBusy || changes === 0 || result!.errorCount > 0} onClick={save}>
            {changes > 0 && result?.errorCount === 0 ? `Import ${formatRows(changes)}` : "Import"}
          </AdminButton>
        </div>
      </div>
    </Dialog>
  );
}
