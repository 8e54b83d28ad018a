import type { Product } from "../../../contracts/catalogue/product.ts";
import { listFacts } from "../../../contracts/catalogue/product-rules.ts";
import { FormError } from "../../ui/field.tsx";
import type { FieldsProps } from "../resource/admin-resource.ts";
import { ChecksField } from "../resource/checks-field.tsx";
import { useSettingGroup } from "../resource/use-setting-group.ts";

/** What a piece is traditionally linked with, from the owner's lists. */
export function ListFactFields({ record, errors }: Pick<FieldsProps<Product>, "record" | "errors">) {
  const { data, hasFailed } = useSettingGroup("facts");
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
