import { expect, test } from "vitest";
import { drawnPreview, pageMeta } from "../../src/web/lib/page-meta.ts";

const shop = { brand: "Tara", tagline: "Stones", look: { logo: null } };
const matches = [{ id: "root", loaderData: { origin: "", settings: { shop } } }];

const previewOf = (image?: string) =>
  pageMeta({ title: "Ring", description: "A ring", path: "/product/1", matches, image }).find(
    (tag) => "property" in tag && tag.property === "og:image",
  );

test.each([
  [undefined, "/share.png"],
  ["/uploads/a-900x900.jpg", "/uploads/a-900x900.jpg"],
  ["/uploads/a-1400x1400.avif", "/uploads/a-1400x1400-w800.webp"],
  ["/uploads/a-2000x2000.avif", "/uploads/a-2000x2000-w1600.webp"],
  ["/uploads/a-300x300.avif", "/uploads/a-300x300.avif"],
])("the link preview of %s is %s: messengers show no AVIF", (image, content) => {
  expect(previewOf(image)).toMatchObject({ content });
});

test("a drawn preview has the record's version in its address, and its size", () => {
  const image = drawnPreview("courses", { _id: "1", version: 7 });
  const tags = pageMeta({ title: "Ring", description: "A ring", path: "/course/1", matches, image });
  for (const tag of [
    { property: "og:image", content: "/og/courses/1.jpg?v=7" },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { name: "twitter:image", content: "/og/courses/1.jpg?v=7" },
  ])
    expect(tags).toContainEqual(tag);
});
