import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Product } from "../../../contracts/catalogue/product.ts";
import { MAX_VARIANT_NAME, MAX_VARIANTS } from "../../../contracts/catalogue/variant-rules.ts";
import { IconButton, SmallButton } from "../../ui/button.tsx";
import { WholeNumberField } from "../../ui/choice-fields.tsx";
import { classes } from "../../ui/classes.ts";
import { Field, FormError } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { countOf } from "../layout/labels.ts";
import type { FieldsProps } from "../resource/admin-resource.ts";
import { addNames, namesIn, type SizeRow, sizesText, toField, toRows } from "./size-rows.ts";

const SOLD_OUT = "Without pieces, visitors see “Sold out” and cannot buy it.";

/** The stock of a product, or its sizes. The server applies the difference: sales since the form was opened stay. */
export function StockFields({ record, latest, errors }: Omit<FieldsProps<Product>, "field">) {
  const [rows, setRows] = useState(() => toRows(record?.variants));
  const [stock, setStock] = useState(`${record?.stock ?? 0}`);
  const group = useRef<HTMLFieldSetElement>(null);
  const error = errors.variants;
  const hasSizes = rows.length > 0;
  const typed = hasSizes ? rows.map((row) => row.stock) : [stock];
  const pieces = typed.reduce((sum, count) => sum + (Number(count) || 0), 0);
  const hint = pieces === 0 ? SOLD_OUT : undefined;
  useEffect(() => {
    if (error) group.current?.scrollIntoView({ block: "center" });
  }, [error]);

  function remove(row: SizeRow) {
    setRows(rows.filter((one) => one !== row));
    // The pressed button is removed with its row.
    group.current?.focus();
  }

  return (
    <>
      {!hasSizes && latest && <input type="hidden" name="stockWas" value={latest.stock} />}
      {!hasSizes && (
        <WholeNumberField
          label="Stock"
          name="stock"
          min={0}
          value={stock}
          onChange={({ currentTarget }) => setStock(currentTarget.value)}
          hint={hint}
          error={errors.stock}
        />
      )}
      <fieldset ref={group} tabIndex={-1} className="min-w-0">
        <legend className="font-semibold">
          Sizes<span className="font-normal text-ink-soft"> (optional)</span>
        </legend>
        <input
          type="hidden"
          name="variants"
          value={toField(rows, latest?.variants)}
          data-label="Sizes"
          data-titles={sizesText(rows)}
        />
        {hasSizes && (
          <p className="text-small text-ink-soft" aria-live="polite">
            {countOf(pieces, "piece", "pieces")} in stock, in {countOf(rows.length, "size", "sizes")}. {hint}
          </p>
        )}
        <ul className="mt-2 grid gap-2 empty:hidden">
          {rows.map((row, index) => (
            <li key={row._id} className="flex flex-wrap items-end gap-1.5">
              <RowFields
                row={row}
                isFirst={index === 0}
                onChange={(changed) => setRows(rows.with(index, { ...row, ...changed }))}
              />
              <IconButton
                label={`Remove ${row.name || "the size"}`}
                onClick={() => remove(row)}
                className="hover:bg-sand"
              >
                <Icon name="x" size={18} />
              </IconButton>
            </li>
          ))}
        </ul>
        <FormError className="not-empty:mt-2">{error}</FormError>
        <AddSizes rows={rows} onChange={setRows} />
      </fieldset>
    </>
  );
}

const rupees = { type: "number", inputMode: "decimal", step: "0.01" } as const;
const fields = [
  { name: "name", label: "Name", maxLength: MAX_VARIANT_NAME, className: "grow basis-12" },
  { name: "stock", label: "Stock", type: "number", inputMode: "numeric", min: 0, className: "w-[4rem]" },
  { name: "price", label: "Price", ...rupees, placeholder: "same", className: "w-[5.5rem]" },
  { name: "offerPrice", label: "Offer price", ...rupees, placeholder: "Offer price", className: "order-1 w-full" },
] as const;

interface RowFieldsProps {
  row: SizeRow;
  /** The labels of the first row head the columns. */
  isFirst: boolean;
  onChange: (changed: Partial<SizeRow>) => void;
}

/** A size with a price of its own can have an offer price too. */
function RowFields({ row, isFirst, onChange }: RowFieldsProps) {
  const shown = fields.filter(({ name }) => name !== "offerPrice" || row.price);
  return shown.map(({ name, label, className, ...input }) => (
    <label key={name} className={classes("min-w-0", className)}>
      {isFirst && <span className="text-small">{label}</span>}
      <input
        {...input}
        aria-label={name === "name" ? "Name of the size" : `${label} of ${row.name || "the size"}`}
        value={row[name]}
        onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
        className="small-control w-full"
      />
    </label>
  ));
}

function AddSizes({ rows, onChange }: { rows: SizeRow[]; onChange: (rows: SizeRow[]) => void }) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");

  function fill() {
    const names = namesIn(text);
    const filled = names && addNames(rows, names);
    if (!filled || filled.length > MAX_VARIANTS)
      return setProblem(`Write a range such as 10 to 18, or names such as S, M, L: at most ${MAX_VARIANTS} sizes.`);
    onChange(filled);
    setText("");
    setProblem("");
  }
  /** Enter adds the rows and does not send the form. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    fill();
  }
  return (
    <div className="mt-2 flex flex-wrap items-end gap-2">
      <Field
        label="Add sizes"
        placeholder="10 to 18"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={onKeyDown}
        error={problem}
        hint="A range, or names with commas: S, M, L."
        className="min-w-0 grow basis-40"
      />
      <SmallButton onClick={fill}>Add</SmallButton>
    </div>
  );
}
