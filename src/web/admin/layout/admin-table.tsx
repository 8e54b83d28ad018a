import type { ReactNode } from "react";
import { classes } from "../../ui/classes.ts";

export interface Column<T> {
  title: string;
  cell: (item: T) => ReactNode;
  /** Numbers stand to the right; `wide` takes the room that is left; on a card `wide` and `pictures` need no title. */
  look?: "number" | "wide" | "pictures" | "actions";
}

interface AdminTableProps<T> {
  /** What the table lists, for those who do not see it. */
  name: string;
  columns: readonly Column<T>[];
  items: readonly T[];
  keyOf: (item: T) => string;
  /** The row that is being worked on. */
  isCurrent?: (item: T) => boolean;
}

/** A table where there is room for one; on a phone each row is a card. */
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
            <tr key={keyOf(item)} aria-current={isCurrent?.(item) ? "true" : undefined}>
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
