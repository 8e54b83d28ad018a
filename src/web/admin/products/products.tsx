import { useNavigate } from "react-router";
import { MAX_IMAGES } from "../../../contracts/catalogue/image-rules.ts";
import type { Product } from "../../../contracts/catalogue/product.ts";
import { LOW_STOCK } from "../../../contracts/catalogue/product-rules.ts";
import type { SortOrder, StockFilter } from "../../../contracts/list-rules.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { toast } from "../../lib/toast.ts";
import { useSend } from "../../lib/use-send.ts";
import type { AdminResource, ListFilter } from "../resource/admin-resource.ts";
import { RecordName, Thumbnails } from "../resource/resource-list.tsx";
import { ResourceScreen, resourceLoader } from "../resource/resource-screen.tsx";
import type { Route } from "./+types/products";
import { CsvButtons } from "./csv-buttons.tsx";
import { ProductFields } from "./product-fields.tsx";
import { ProductNumber } from "./product-numbers.tsx";

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
    { title: "Stock", look: "number", cell: (product) => <ProductNumber product={product} field="stock" /> },
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
