import { useState } from "react";
import type { Product } from "../../../contracts/catalogue/product.ts";
import { type TextFact, textFacts, WEIGHT_LABEL } from "../../../contracts/catalogue/product-rules.ts";
import { MAX_TITLE_LENGTH } from "../../../contracts/field-rules.ts";
import { useShop } from "../../lib/site.ts";
import {
  CheckboxField,
  isFilled,
  MoreFields,
  Options,
  RupeesField,
  SelectField,
  WholeNumberField,
} from "../../ui/choice-fields.tsx";
import { Field, TextField } from "../../ui/field.tsx";
import type { FieldsProps } from "../resource/admin-resource.ts";

const FACT_HINTS: Partial<Record<TextFact, string>> = {
  material: "For example: 925 silver, cotton thread.",
  size: "For example: 8 mm bead, Indian sizes 10 to 18.",
  certificate: "For example: lab report with each piece.",
};

export function ProductFields({ record, latest, errors, field }: FieldsProps<Product>) {
  const [category, setCategory] = useState(record?.category ?? "");
  const { categories } = useShop();
  const subCategories = categories.find(({ name }) => name === category)?.subCategories ?? [];
  return (
    <>
      {/* The server applies the difference, so sales since the form was opened are not undone. */}
      {latest && <input type="hidden" name="stockWas" value={latest.stock} />}
      <Field label="Title" {...field("title")} maxLength={MAX_TITLE_LENGTH} required />
      <SelectField
        label="Category"
        name="category"
        required
        value={category}
        onChange={(event) => setCategory(event.currentTarget.value)}
        error={errors.category}
      >
        <option value="">Choose a category</option>
        <Options of={categories.map(({ name }) => name)} />
      </SelectField>
      {subCategories.length > 0 && (
        <SelectField
          // Remount: after a change of the category, no sub category is chosen.
          key={category}
          label="Sub category"
          name="subCategory"
          required
          defaultValue={category === record?.category ? (record.subCategory ?? "") : ""}
          error={errors.subCategory}
        >
          <option value="">Choose a sub category</option>
          <Options of={subCategories.map(({ name }) => name)} />
        </SelectField>
      )}
      <div className="field-row">
        <RupeesField label="Price" {...field("price")} min={1} required />
        <RupeesField label="Offer price" {...field("offerPrice")} min={0} hint="Empty: the price." />
      </div>
      <WholeNumberField label="Stock" name="stock" min={0} defaultValue={record?.stock ?? 0} error={errors.stock} />
      <CheckboxField label="Top selling" name="topSelling" defaultChecked={record?.topSelling} />
      <TextField label="Description" {...field("description")} maxLength={10_000} />
      <FactFields record={record} errors={errors} field={field} />
    </>
  );
}

function FactFields({ record, errors, field }: Omit<FieldsProps<Product>, "latest">) {
  return (
    <MoreFields
      title="Facts: stone, material, size …"
      isOpen={isFilled([...textFacts.map(({ name }) => name), "weightGrams"], record, errors)}
    >
      <div className="field-row">
        {textFacts.map(({ name, label, max }) => (
          <Field key={name} label={label} {...field(name)} maxLength={max} hint={FACT_HINTS[name]} />
        ))}
        <Field label={WEIGHT_LABEL} {...field("weightGrams")} inputMode="decimal" />
      </div>
    </MoreFields>
  );
}
