import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Variant } from "../../../contracts/catalogue/product.ts";
import { MAX_VARIANT_NAME, MAX_VARIANTS } from "../../../contracts/catalogue/variant-rules.ts";
import { IconButton, SmallButton } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { Field, FormError } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { countOf } from "../layout/labels.ts";
import { addNames, namesIn, type SizeRow, sizesText, toField } from "./size-rows.ts";

interface SizesFieldProps {
  rows: readonly SizeRow[];
  onChange: (rows: SizeRow[]) => void;
  /** The sizes as last saved. */
  latest: readonly Variant[] | undefined;
  soldOutHint: string;
  error: string | undefined;
}

/** The sizes of a product. Their stock replaces the product's. */
export function SizesField({ rows, onChange, latest, soldOutHint, error }: SizesFieldProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  const pieces = rows.reduce((sum, { stock }) => sum + (Number(stock) || 0), 0);
  useEffect(() => {
    if (error) group.current?.scrollIntoView({ block: "center" });
  }, [error]);

  function remove(index: number) {
    onChange(rows.filter((_, at) => at !== index));
    // The pressed button is removed with its row.
    group.current?.focus();
  }

  return (
    <fieldset ref={group} tabIndex={-1} className="min-w-0">
      <legend className="font-semibold">
        Sizes<span className="font-normal text-ink-soft"> (optional)</span>
      </legend>
      <input
        type="hidden"
        name="variants"
        value={toField(rows, latest)}
        data-label="Sizes"
        data-titles={sizesText(rows)}
      />
      {rows.length > 0 && (
        <>
          <p className="text-small text-ink-soft" aria-live="polite">
            {countOf(pieces, "piece", "pieces")} in stock, in {countOf(rows.length, "size", "sizes")}.{" "}
            {pieces === 0 && soldOutHint}
          </p>
          <ul className="mt-2 grid gap-2">
            {rows.map((row, index) => (
              <li key={row.key} className="flex flex-wrap items-end gap-1.5">
                <RowFields
                  row={row}
                  isFirst={index === 0}
                  onChange={(changed) => onChange(rows.with(index, { ...row, ...changed }))}
                />
                <IconButton
                  label={`Remove ${row.name || "the size"}`}
                  onClick={() => remove(index)}
                  className="hover:bg-sand"
                >
                  <Icon name="x" size={18} />
                </IconButton>
              </li>
            ))}
          </ul>
        </>
      )}
      <FormError className="not-empty:mt-2">{error}</FormError>
      <AddSizes rows={rows} onChange={onChange} />
    </fieldset>
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

function AddSizes({ rows, onChange }: Pick<SizesFieldProps, "rows" | "onChange">) {
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
