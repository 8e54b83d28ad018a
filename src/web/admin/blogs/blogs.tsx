import { previewOf } from "../../blogs/article.ts";
import { formatDay } from "../../lib/dates.ts";
import { resourceLoader } from "../resource/load-resource.ts";
import type { Resource } from "../resource/resource.ts";
import { ResourceScreen } from "../resource/resource-screen.tsx";
import { Thumbnails } from "../resource/thumbnails.tsx";
import type { Route } from "./+types/blogs";
import { BlogFields } from "./blog-fields.tsx";

const PREVIEW_LENGTH = 100;

const blogs: Resource<"blogs"> = {
  kind: "blogs",
  noun: "blog",
  title: "Blogs",
  loadFailed: "❌ Failed to load blogs",
  columns: [
    { title: "Image", look: "pictures", cell: ({ images }) => <Thumbnails images={images} /> },
    { title: "Title", look: "wide", cell: ({ title }) => title },
    { title: "Preview", look: "wide", cell: ({ content }) => <Preview content={content} /> },
    { title: "Date", look: "number", cell: ({ createdAt }) => formatDay(createdAt) },
  ],
  nameOf: ({ title }) => title,
  imagesOf: ({ images }) => images,
  imageField: "images",
  maxImages: 20,
  Fields: BlogFields,
};

const Preview = ({ content }: { content: string }) => (
  <span className="text-small text-ink-soft">{previewOf(content, PREVIEW_LENGTH)}</span>
);

export const clientLoader = resourceLoader("blogs");

export default function Blogs({ loaderData }: Route.ComponentProps) {
  return <ResourceScreen resource={blogs} data={loaderData} />;
}
