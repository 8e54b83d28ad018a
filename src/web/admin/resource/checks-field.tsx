import { useState } from "react";
import { useFieldText } from "../../ui/field.tsx";

interface ChecksFieldProps {
  label: string;
  name: string;
  /** What is sent for each choice, and its text. */
  choices: ReadonlyMap<string, string>;
  initial: readonly string[];
  /** Ids are separated by commas, names by line breaks. */
  hasIds?: boolean;
  required?: boolean;
  className: string;
  error: string | undefined;
}

/** Several choices, sent in one hidden field: the checkboxes have no names. */
export function ChecksField({ label, name, choices, initial, hasIds, required, className, error }: ChecksFieldProps) {
  const [keys, setKeys] = useState(initial);
  const { attributes, note } = useFieldText({ label, error });
  return (
    // Without choices it still has its field: an unchanged form must not change when the choices are loaded.
    <fieldset hidden={choices.size === 0} aria-describedby={attributes["aria-describedby"]}>
      <legend className="font-semibold">
        {label}
        {!required && <span className="font-normal text-ink-soft"> (optional)</span>}
      </legend>
      <input
        type="hidden"
        name={name}
        value={keys.join(hasIds ? "," : "\n")}
        data-label={label}
        data-titles={hasIds ? keys.map((key) => choices.get(key) ?? "Deleted").join("\n") : undefined}
      />
      <div className={className}>
        {[...choices].map(([key, text]) => (
          <label key={key} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={keys.includes(key)}
              onChange={({ target }) => setKeys(target.checked ? [...keys, key] : keys.filter((one) => one !== key))}
              className="size-5 shrink-0 accent-ink"
            />
            <span className="min-w-0 wrap-anywhere">{text}</span>
          </label>
        ))}
      </div>
      {note}
    </fieldset>
  );
}
