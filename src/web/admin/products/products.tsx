import { useState } from "react";
import { useNavigate } from "react-router";
import { MAX_IMAGES } from "../../../contracts/catalogue/image-rules.ts";
import type { Product } from "../../../contracts/catalogue/product.ts";
import {
  LOW_STOCK,
  listFacts,
  makerRoles,
  type TextFact,
  textFacts,
  WEIGHT_LABEL,
} from "../../../contracts/catalogue/product-rules.ts";
import { MAX_TITLE_LENGTH } from "../../../contracts/field-rules.ts";
import type { SortOrder, StockFilter } from "../../../contracts/list-rules.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { useShop } from "../../lib/site.ts";
import { toast } from "../../lib/toast.ts";
import { useSend } from "../../lib/use-send.ts";
import { CheckboxField, isFilled, MoreFields, Options, RupeesField, SelectField } from "../../ui/choice-fields.tsx";
import { Field, TextField } from "../../ui/field.tsx";
import { countOf, formatCount } from "../layout/labels.ts";
import type { AdminResource, FieldsProps, ListFilter } from "../resource/admin-resource.ts";
import { RecordName, Thumbnails } from "../resource/resource-list.tsx";
import { resourceLoader } from "../resource/resource-loader.ts";
import { ResourceScreen } from "../resource/resource-screen.tsx";
import { TaxClassField } from "../resource/tax-class-field.tsx";
import type { Route } from "./+types/products";
import { CsvButtons } from "./csv-buttons.tsx";
import { ListFactFields } from "./list-fact-fields.tsx";
import { ProductNumber } from "./product-numbers.tsx";
import { StockFields } from "./stock-fields.tsx";

const FACT_HINTS: Partial<Record<TextFact, string>> = {
  material: "For example: 925 silver, cotton thread.",
  size: "For example: 8 mm bead, Indian sizes 10 to 18.",
  certificate: "For example: lab report with each piece.",
};

function ProductFields({ record, latest, errors, field }: FieldsProps<Product>) {
  const [category, setCategory] = useState(record?.category ?? "");
  const { categories } = useShop();
  const subCategories = categories.find(({ name }) => name === category)?.subCategories ?? [];
  return (
    <>
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
      <div className="fit-columns-[9.5rem] gap-4">
        <RupeesField label="Price" {...field("price")} min={1} required />
        <RupeesField label="Offer price" {...field("offerPrice")} min={0} hint="Empty: the price." />
      </div>
      <StockFields record={record} latest={latest} errors={errors} />
      <CheckboxField label="Top selling" name="topSelling" defaultChecked={record?.topSelling} />
      <TextField label="Description" {...field("description")} maxLength={10_000} />
      <FactFields record={record} errors={errors} field={field} />
      <LabelFields record={record} errors={errors} field={field} />
    </>
  );
}

function FactFields({ record, errors, field }: Omit<FieldsProps<Product>, "latest">) {
  return (
    <MoreFields
      title="Facts: stone, material, size …"
      isOpen={isFilled([...[...textFacts, ...listFacts].map(({ name }) => name), "weightGrams"], record, errors)}
    >
      <div className="fit-columns-[9.5rem] gap-4">
        {textFacts.map(({ name, label, max }) => (
          <Field key={name} label={label} {...field(name)} maxLength={max} hint={FACT_HINTS[name]} />
        ))}
        <Field label={WEIGHT_LABEL} {...field("weightGrams")} inputMode="decimal" />
      </div>
      <ListFactFields record={record} errors={errors} />
    </MoreFields>
  );
}

function LabelFields({ record, errors, field }: Omit<FieldsProps<Product>, "latest">) {
  return (
    <MoreFields
      title="Label and tax"
      isOpen={isFilled(["netQuantity", "maker", "makerRole", "mrp", "taxClass"], record, errors)}
    >
      <div className="fit-columns-[9.5rem] gap-4">
        <Field label="Net quantity" {...field("netQuantity")} maxLength={60} hint="For example: 1 N, or 50 g." />
        <RupeesField label="MRP" {...field("mrp")} min={1} hint="With all taxes. Never less than a price." />
      </div>
      <SelectField label="Who the label names" {...field("makerRole")}>
        <Options of={makerRoles} />
      </SelectField>
      <TextField label="Name and address" {...field("maker")} rows={3} maxLength={300} />
      <TaxClassField {...field("taxClass")} none="As its category" />
    </MoreFields>
  );
}

const filters: ListFilter[] = [
  {
    name: "category",
    label: "Kind of piece",
    options: ({ categories }) => ({
      "": "All categories",
      ...Object.fromEntries(categories.map(({ name }) => [name, name])),
    }),
  },
  {
    name: "stock",
    label: "Availability",
    options: {
      "": "Any stock",
      in: "In stock",
      low: `Low: up to ${LOW_STOCK}`,
      out: "Sold out",
    } satisfies Partial<Record<StockFilter | "", string>>,
  },
  {
    name: "published",
    label: "Shown to visitors",
    options: { "": "Any state", true: "Published", false: "Drafts" },
  },
  {
    name: "sort",
    label: "Order of the list",
    options: {
      "": "Newest first",
      title: "Title A to Z",
      price_up: "Cheapest first",
      price_down: "Dearest first",
      stock_up: "Fewest pieces",
      stock_down: "Most pieces",
    } satisfies Partial<Record<SortOrder | "", string>>,
  },
];

/** The stock of a product with sizes is changed size by size, in the form. */
function StockCell({ product }: { product: Product }) {
  if (!product.variants) return <ProductNumber product={product} field="stock" />;
  return (
    <div>
      {formatCount(product.stock)}
      <div className="text-small text-ink-soft">{countOf(product.variants.length, "size", "sizes")}</div>
    </div>
  );
}

const products: AdminResource<"products"> = {
  kind: "products",
  noun: "product",
  loadFailed: "Failed to load products",
  filters,
  columns: [
    { title: "Image", look: "pictures", cell: ({ images }) => <Thumbnails images={images} /> },
    {
      title: "Title",
      look: "wide",
      cell: ({ title, category, subCategory, published }) => (
        <div>
          <RecordName title={title} published={published} />
          <div className="text-small text-ink-soft">{subCategory ? `${category}, ${subCategory}` : category}</div>
        </div>
      ),
    },
    { title: "Price", look: "number", cell: (product) => <ProductNumber product={product} field="price" /> },
    { title: "Offer", look: "number", cell: (product) => <ProductNumber product={product} field="offerPrice" /> },
    { title: "Stock", look: "number", cell: (product) => <StockCell product={product} /> },
  ],
  nameOf: ({ title }) => title,
  pictures: { of: ({ images }) => images, field: "images", max: MAX_IMAGES.product },
  Fields: ProductFields,
};

/** Copies the product as a draft and opens the copy's form. */
function DuplicateButton({ product: { _id: id, title } }: { product: Product }) {
  const navigate = useNavigate();
  const { send, isSending } = useSend("❌ Operation failed", { asToast: true });
  const duplicate = () =>
    send(async () => {
      const copy = await browserApi.call("POST /api/products/:id/duplicate", { params: { id } });
      toast("✅ Product created successfully as a draft: only you see it");
      navigate(`/admin/products?edit=${copy._id}`);
    });
  return (
    <button type="button" aria-label={`Copy ${title}`} disabled={isSending} onClick={duplicate} className="row-action">
      Copy
    </button>
  );
}

export const clientLoader = resourceLoader("products", filters);

export default function Products({ loaderData }: Route.ComponentProps) {
  return (
    <ResourceScreen
      resource={products}
      data={loaderData}
      actions={<CsvButtons />}
      rowActions={(product) => <DuplicateButton product={product} />}
    />
  );
}
