import type { ReactNode } from "react";
import { classes } from "../../ui/classes.ts";

export interface Column<T> {
  title: string;
  cell: (item: T) => ReactNode;
  /** `number` aligns right, `wide` takes the remaining width; on a card `wide` and `pictures` show no title. */
  look?: "number" | "wide" | "pictures" | "actions";
}

interface AdminTableProps<T> {
  /** Accessible name of the table. */
  name: string;
  columns: readonly Column<T>[];
  items: readonly T[];
  keyOf: (item: T) => string;
  /** Marks the row that is being edited. */
  isCurrent?: (item: T) => boolean;
}

/** A table on wide screens; on a phone each row is a card. */
export function AdminTable<T>({ name, columns, items, keyOf, isCurrent }: AdminTableProps<T>) {
  return (
    <div className="admin-table-box">
      <table className="admin-table" aria-label={name}>
        <thead>
          <tr>
            {columns.map(({ title, look }) => (
              <th key={title} scope="col" className={classes(look && `admin-${look}`)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={keyOf(item)} data-key={keyOf(item)} aria-current={isCurrent?.(item) ? "true" : undefined}>
              {columns.map(({ title, look, cell }) => (
                <td key={title} data-title={title} className={classes(look && `admin-${look}`)}>
                  {cell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
