import { MAX_IMAGES } from "../../../contracts/upload-limits.ts";
import { formatRupees } from "../../lib/money.ts";
import type { AdminResource } from "../resource/admin-resource.ts";
import { RecordName } from "../resource/record-name.tsx";
import { resourceLoader } from "../resource/resource-loader.ts";
import { ResourceScreen } from "../resource/resource-screen.tsx";
import { Thumbnails } from "../resource/thumbnails.tsx";
import type { Route } from "./+types/products";
import { CsvButtons } from "./csv-buttons.tsx";
import { DuplicateButton } from "./duplicate-button.tsx";
import { ProductFields } from "./product-fields.tsx";

const products: AdminResource<"products"> = {
  kind: "products",
  noun: "product",
  title: "Products",
  loadFailed: "Failed to load products",
  columns: [
    { title: "Image", look: "pictures", cell: ({ images }) => <Thumbnails images={images} /> },
    {
      title: "Title",
      look: "wide",
      cell: ({ title, category, subCategory, published }) => (
        <div>
          <RecordName published={published}>{title}</RecordName>
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
  maxImages: MAX_IMAGES.product,
  Fields: ProductFields,
};

export const clientLoader = resourceLoader("products");

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
