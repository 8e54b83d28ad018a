import type { Product } from "../../../contracts/catalogue/product.ts";
import { listFacts } from "../../../contracts/catalogue/product-rules.ts";
import type { Settings } from "../../../contracts/settings/settings.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { useLoad } from "../../lib/use-load.ts";
import { FormError } from "../../ui/field.tsx";
import type { FieldsProps } from "../resource/admin-resource.ts";
import { ChecksField } from "../resource/checks-field.tsx";

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
      {listFacts.map(({ name, plural }) => {
        const initial = record?.[name] ?? [];
        const names = [...(data?.[name].map((value) => value.name) ?? []), ...initial];
        return (
          <ChecksField
            key={name}
            label={plural}
            name={name}
            choices={new Map(names.map((one) => [one, one]))}
            initial={initial}
            className="flex flex-wrap gap-x-5"
            error={errors[name]}
          />
        );
      })}
    </>
  );
}
