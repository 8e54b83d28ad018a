import type { ImportResult } from "../../../../contracts/catalogue/csv.ts";
import { formatCount } from "../../layout/counts.ts";

/** Row counts of a preview, and the errors that prevent the import. */
export function ImportSummary({ result }: { result: ImportResult }) {
  const counts = [
    ["Rows", result.rows],
    ["New", result.creates],
    ["Changed", result.updates],
    ["As they are", result.unchanged],
    ["Errors", result.errorCount],
  ] as const;
  return (
    <div role="status" className="mt-4">
      <dl className="grid grid-cols-3 gap-2 sm:grid-cols-5">
        {counts.map(([name, value]) => (
          <div key={name} className="rounded-control border border-line bg-ivory px-3 py-1.5">
            <dt className="text-small text-ink-soft">{name}</dt>
            <dd className="font-semibold">{formatCount(value)}</dd>
          </div>
        ))}
      </dl>
      {result.errorCount > 0 && (
        <>
          <p className="mt-4 font-medium text-rose">
            Nothing can be imported until {result.errorCount === 1 ? "this is" : "these are"} put right in the file:
          </p>
          <ul aria-label="Errors in the file" className="mt-2 grid gap-1 text-small">
            {result.errors.map(({ line, field, message }) => (
              <li key={`${line} ${field} ${message}`}>
                <strong className="font-semibold">Line {line}:</strong> {message}
              </li>
            ))}
          </ul>
          {result.errorCount > result.errors.length && (
            <p className="mt-2 text-small text-ink-soft">
              and {formatCount(result.errorCount - result.errors.length)} more.
            </p>
          )}
        </>
      )}
    </div>
  );
}
