import { MAX_IMAGES } from "../../../contracts/catalogue/image-rules.ts";
import { previewOf } from "../../blogs/article.ts";
import { formatDay } from "../../lib/dates.ts";
import type { AdminResource } from "../resource/admin-resource.ts";
import { RecordName, Thumbnails } from "../resource/resource-list.tsx";
import { ResourceScreen, resourceLoader } from "../resource/resource-screen.tsx";
import type { Route } from "./+types/blogs";
import { BlogFields } from "./blog-fields.tsx";

const PREVIEW_LENGTH = 100;

const blogs: AdminResource<"blogs"> = {
  kind: "blogs",
  noun: "blog",
  loadFailed: "❌ Failed to load blogs",
  columns: [
    { title: "Image", look: "pictures", cell: ({ images }) => <Thumbnails images={images} /> },
    { title: "Title", look: "wide", cell: RecordName },
    {
      title: "Preview",
      look: "wide",
      cell: ({ content }) => <span className="text-small text-ink-soft">{previewOf(content, PREVIEW_LENGTH)}</span>,
    },
    { title: "Date", look: "number", cell: ({ createdAt }) => formatDay(createdAt) },
  ],
  nameOf: ({ title }) => title,
  pictures: { of: ({ images }) => images, field: "images", max: MAX_IMAGES.blog },
  Fields: BlogFields,
};

export const clientLoader = resourceLoader("blogs");

export default function Blogs({ loaderData }: Route.ComponentProps) {
  return <ResourceScreen resource={blogs} data={loaderData} />;
}
