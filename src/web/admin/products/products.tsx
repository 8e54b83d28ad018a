import { formatRupees } from "../../lib/money.ts";
import { ProductCsv } from "../product-csv/product-csv.tsx";
import { resourceLoader } from "../resource/load-resource.ts";
import type { Resource } from "../resource/resource.ts";
import { ResourceScreen } from "../resource/resource-screen.tsx";
import { Thumbnails } from "../resource/thumbnails.tsx";
import type { Route } from "./+types/products";
import { DuplicateButton } from "./duplicate-button.tsx";
import { ProductFields } from "./product-fields.tsx";

const products: Resource<"products"> = {
  kind: "products",
  noun: "product",
  title: "Products",
  loadFailed: "Failed to load products",
  columns: [
    { title: "Image", look: "pictures", cell: ({ images }) => <Thumbnails images={images} /> },
    {
      title: "Title",
      look: "wide",
      cell: ({ title, category, subCategory }) => (
        <div>
          {title}
          <div className="text-small text-ink-soft">{subCategory ? `${category}, ${subCategory}` : category}</div>
        </div>
      ),
    },
    { title: "Price", look: "number", cell: ({ price }) => formatRupees(price) },
    { title: "Offer", look: "number", cell: ({ offerPrice }) => formatRupees(offerPrice) },
    { title: "Stock", look: "number", cell: ({ stock }) => stock.toLocaleString("en-IN") },
  ],
  nameOf: ({ title }) => title,
  imagesOf: ({ images }) => images,
  imageField: "images",
  maxImages: 20,
  Fields: ProductFields,
};

export const clientLoader = resourceLoader("products");

export default function Products({ loaderData }: Route.ComponentProps) {
  return (
    <ResourceScreen
      resource={products}
      data={loaderData}
      actions={<ProductCsv />}
      rowActions={(product) => <DuplicateButton product={product} />}
    />
  );
}
