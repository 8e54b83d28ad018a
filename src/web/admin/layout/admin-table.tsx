import type { MouseEvent, ReactNode } from "react";
import { classes } from "../../ui/classes.ts";

export interface Column<T> {
  title: string;
  cell: (item: T) => ReactNode;
  /**
   * `number` aligns right, `wide` takes the remaining width, `check` is a box at the edge. On a card `wide`, `lead`,
   * `pictures`, `controls` and `actions` are a line of their own without a title.
   */
  look?: "number" | "wide" | "lead" | "pictures" | "actions" | "check" | "controls";
}

interface AdminTableProps<T> {
  name: string;
  columns: readonly Column<T>[];
  items: readonly T[];
  keyOf: (item: T) => string;
  isCurrent?: (item: T) => boolean;
  /** Handles a click on the row, but not on its controls. For the keyboard, a control must do the same. */
  onRowClick?: ((item: T) => void) | undefined;
}

const CONTROLS = "a, button, input, select, textarea, label, form";

/** Neither a click on a control nor the end of a text selection. */
const isOnRow = ({ target }: MouseEvent) =>
  !(target as Element).closest(CONTROLS) && window.getSelection()?.isCollapsed !== false;

/** A table on wide screens; on a phone each row is a card. */
export function AdminTable<T>({ name, columns, items, keyOf, isCurrent, onRowClick }: AdminTableProps<T>) {
  return (
    <div className="@container">
      <table className="admin-table" aria-label={name}>
        <thead>
          <tr>
            {columns.map(({ title, look }) => (
              <th key={title} scope="col" className={classes(look && `admin-${look}`)}>
                {look === "check" ? <span className="sr-only">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr
              key={keyOf(item)}
              data-key={keyOf(item)}
              aria-current={isCurrent?.(item) ? "true" : undefined}
              className={classes(onRowClick && "admin-clickable")}
              onClick={(event) => isOnRow(event) && onRowClick?.(item)}
            >
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
