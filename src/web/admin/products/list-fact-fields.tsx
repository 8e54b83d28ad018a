import { useState } from "react";
import type { Product } from "../../../contracts/catalogue/product.ts";
import { listFacts } from "../../../contracts/catalogue/product-rules.ts";
import type { Settings } from "../../../contracts/settings/settings.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { useLoad } from "../../lib/use-load.ts";
import { FormError } from "../../ui/field.tsx";
import type { FieldsProps } from "../resource/admin-resource.ts";

async function loadLists() {
  const groups = await browserApi.call("GET /api/settings", {});
  return groups.find(({ group }) => group === "facts")?.values as Settings["facts"] | undefined;
}

/** What a piece is traditionally linked with, from the owner's lists. */
export function ListFactFields({ record, errors }: Pick<FieldsProps<Product>, "record" | "errors">) {
  const { data, hasFailed } = useLoad(loadLists, "facts");
  return (
    <>
      {hasFailed && <FormError>The lists of intentions, signs, planets and chakras could not be loaded.</FormError>}
      {listFacts.map(({ name, plural }) => (
        <NamesField
          key={name}
          {...{ name, label: plural, error: errors[name] }}
          options={data?.[name].map((value) => value.name) ?? []}
          initial={record?.[name] ?? []}
        />
      ))}
    </>
  );
}

type NamesFieldProps = Record<"name" | "label", string> &
  Record<"options" | "initial", string[]> & { error: string | undefined };

/** Sends the chosen names in one field, one on a line. */
function NamesField({ name, label, error, options, initial }: NamesFieldProps) {
  const [chosen, setChosen] = useState(initial);
  const names = new Set([...options, ...initial]);
  if (names.size === 0) return null;
  return (
    <fieldset>
      <legend className="font-semibold">
        {label} <span className="font-normal text-ink-soft">(optional)</span>
      </legend>
      <input type="hidden" name={name} value={chosen.join("\n")} data-label={label} />
      <div className="flex flex-wrap gap-x-5">
        {[...names].map((one) => (
          <label key={one} className="flex min-h-11 items-center gap-2.5">
            <input
              type="checkbox"
              checked={chosen.includes(one)}
              onChange={({ currentTarget }) =>
                setChosen(currentTarget.checked ? [...chosen, one] : chosen.filter((other) => other !== one))
              }
              className="size-5 accent-ink"
            />
            {one}
          </label>
        ))}
      </div>
      <FormError>{error}</FormError>
    </fieldset>
  );
}
