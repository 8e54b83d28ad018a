import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useRevalidator } from "react-router";
import type { Product } from "../../../contracts/catalogue/product.ts";
import { toPaise } from "../../../contracts/money.ts";
import { ApiError } from "../../lib/api.ts";
import { errorMessage } from "../../lib/error-message.ts";
import { formatRupees } from "../../lib/money.ts";
import { toast } from "../../lib/toast.ts";
import { formatCount } from "../layout/labels.ts";
import { quickSave } from "../resource/resource-calls.ts";

interface ProductNumberProps {
  product: Product;
  field: "price" | "offerPrice" | "stock";
}

const AMOUNT = "with two decimals at most";

const rules = {
  price: { name: "price", min: 1, step: 0.01, rule: `Price must be an amount of at least 1, ${AMOUNT}.` },
  offerPrice: {
    name: "offer price",
    min: 0,
    step: 0.01,
    rule: `Offer price must be an amount of at least 0, ${AMOUNT}.`,
  },
  stock: { name: "stock", min: 0, step: 1, rule: "Stock must be a whole number, at least 0." },
};

export function ProductNumber({ product, field }: ProductNumberProps) {
  const { revalidate } = useRevalidator();
  const { name, ...rule } = rules[field];
  const value = product[field];
  const hasOffer = toPaise(product.offerPrice) < toPaise(product.price);
  async function save(changed: number) {
    // A product without an offer keeps its offer price equal to its price.
    const isBoth = field === "price" && !hasOffer;
    try {
      await quickSave("products", product, { [field]: changed, ...(isBoth && { offerPrice: changed }) });
    } catch (error) {
      // Version conflict: load the saved product, so that a retry has the current version.
      if (error instanceof ApiError && error.code === "changed_meanwhile") await revalidate();
      throw error;
    }
    toast("✅ Product updated successfully");
    await revalidate();
  }
  return (
    <InlineNumber label={`${name} of ${product.title}`} value={value} {...rule} save={save}>
      {field === "stock" ? formatCount(value) : formatRupees(value)}
    </InlineNumber>
  );
}

interface InlineNumberProps {
  /** Names the value and its record: "price of Rose quartz ring". */
  label: string;
  value: number;
  children: ReactNode;
  min: number;
  step: number;
  /** The message when the number violates `min` or `step`. */
  rule: string;
  /** Throws when the server refuses the value. */
  save: (value: number) => Promise<unknown>;
}

/** The error message: the server's first field error, for any field. */
const errorText = (error: unknown) =>
  (error instanceof ApiError && Object.values(error.fields)[0]) ||
  errorMessage(error, "It could not be saved. Please try again.");

/** A number of a list that becomes a field when it is pressed. Enter and leaving the field save, Escape restores. */
function InlineNumber({ label, value, children, min, step, rule, save }: InlineNumberProps) {
  const [isOpen, setOpen] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState("");
  const button = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  /** The refused value: blur does not send it again, Enter does. */
  const refused = useRef("");
  const id = useId();

  useEffect(() => {
    if (isOpen) input.current?.select();
  }, [isOpen]);

  function close() {
    const hadFocus = document.activeElement === input.current;
    refused.current = "";
    flushSync(() => {
      setOpen(false);
      setError("");
    });
    if (hadFocus) button.current?.focus();
  }

  function refuse(typed: string, reason: string) {
    refused.current = typed;
    setError(reason);
  }

  async function commit() {
    const { value: typed, valueAsNumber, validity } = input.current!;
    if (isSaving) return;
    if (valueAsNumber === value) return close();
    if (!validity.valid || typed === "") return refuse(typed, rule);
    setSaving(true);
    try {
      await save(valueAsNumber);
      close();
    } catch (cause) {
      refuse(typed, errorText(cause));
    }
    setSaving(false);
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void commit();
  };
  const onBlur = () => {
    // Closing removes the focused field, and that blur must not save.
    if (input.current && input.current.value !== refused.current) void commit();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") close();
  };

  if (!isOpen)
    return (
      <button
        ref={button}
        type="button"
        onClick={() => setOpen(true)}
        className="-mx-1.5 min-h-11 min-w-11 rounded-control px-1.5 [text-align:inherit] underline decoration-edge decoration-dotted underline-offset-4 hover:bg-sand"
      >
        {children}
        <span className="sr-only">, change the {label}</span>
      </button>
    );
  return (
    <form noValidate onSubmit={onSubmit}>
      <input
        ref={input}
        type="number"
        inputMode={step < 1 ? "decimal" : "numeric"}
        aria-label={`New ${label}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        aria-busy={isSaving}
        readOnly={isSaving}
        required
        min={min}
        step={step}
        defaultValue={value}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
        className="small-control w-26 px-2 text-end aria-invalid:border-2 aria-invalid:border-rose"
      />
      {error && (
        <p
          id={id}
          role="alert"
          className="mt-1.5 ml-auto text-small font-medium whitespace-normal text-rose @min-[34rem]:max-w-56"
        >
          {error}
        </p>
      )}
    </form>
  );
}
