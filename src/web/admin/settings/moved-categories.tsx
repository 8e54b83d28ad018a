import type { Category } from "../../../contracts/settings/settings.ts";
import type { SettingForm } from "../../../contracts/settings/settings-calls.ts";
import { SelectField } from "../resource/fields.tsx";
import type { Values } from "./group-fields.ts";

type Moved = NonNullable<SettingForm["moved"]>;

interface MovedCategoriesProps {
  published: Values;
  values: Values;
  moved: Moved;
  onChange: (moved: Moved) => void;
}

/** Chooses the new category for the products of removed categories. */
export function MovedCategories({ published, values, moved, onChange }: MovedCategoriesProps) {
  const current = values.categories as Category[];
  const removed = (published.categories as Category[]).filter(({ id }) => !current.some((one) => one.id === id));
  return removed.map(({ id, name }) => (
    <SelectField
      key={id}
      label={`Products of “${name}” move to`}
      hint="Without a choice, it can only be removed while it has no products."
      value={moved.find(({ from }) => from === id)?.into ?? ""}
      onChange={({ target }) => {
        const others = moved.filter(({ from }) => from !== id);
        onChange(target.value ? [...others, { from: id, into: target.value }] : others);
      }}
    >
      <option value="">Nowhere</option>
      {current
        .filter((category) => category.subCategories.length === 0)
        .map((category) => (
          <option key={category.id} value={category.id}>
            {category.name}
          </option>
        ))}
    </SelectField>
  ));
}
