import type { Blog } from "../../contracts/catalogue/blog.ts";
import type { Course } from "../../contracts/catalogue/course.ts";
import type { Product } from "../../contracts/catalogue/product.ts";
import type { Api } from "../lib/api.ts";
import { formatDay } from "../lib/dates.ts";
import { formatRupees } from "../lib/money.ts";
import { previewOf, readArticle } from "./article.ts";

const WORDS_PER_MINUTE = 200;
/** Shorter articles need no contents list. */
const MIN_HEADINGS = 3;

const ofProduct = ({ _id, title, images, offerPrice, stock }: Product) => ({
  type: "Product",
  to: `/product/${_id}`,
  title,
  image: images[0],
  price: stock === 0 ? "Sold out" : formatRupees(offerPrice),
});

const ofCourse = ({ _id, title, image, offerPrice }: Course) => ({
  type: "Course",
  to: `/course/${_id}`,
  title,
  image: image ?? undefined,
  price: formatRupees(offerPrice),
});

const isPublished = ({ published }: { published: boolean }) => published;

/** The data of an article's page. Mentioned items and the next article are left out if they cannot be loaded. */
export async function loadBlogView(api: Api, { content, mentionedProducts, mentionedCourses, ...blog }: Blog) {
  const [products, courses, older] = await Promise.all([
    mentionedProducts.length > 0
      ? api.call("GET /api/products", { query: { ids: mentionedProducts.join() } }).catch(() => [])
      : [],
    mentionedCourses.length > 0
      ? api.call("GET /api/courses", { query: { ids: mentionedCourses.join() } }).catch(() => [])
      : [],
    api.call("GET /api/blogs", { query: { olderThan: blog._id, limit: 1 } }).catch(() => []),
  ]);
  const { html, headings, words } = readArticle(content);
  const [next] = older.filter(isPublished);
  return {
    ...blog,
    day: formatDay(blog.createdAt),
    html,
    preview: previewOf(content),
    words,
    minutes: Math.max(1, Math.round(words / WORDS_PER_MINUTE)),
    contents: headings.length >= MIN_HEADINGS ? headings : [],
    mentions: [...products.filter(isPublished).map(ofProduct), ...courses.filter(isPublished).map(ofCourse)],
    next: next && { to: `/blogs/${next._id}`, title: next.title },
  };
}
export type BlogView = Awaited<ReturnType<typeof loadBlogView>>;

export const blogPostingData = (origin: string, brand: string, article: BlogView) => ({
  "@context": "https://schema.org",
  "@type": "BlogPosting",
  headline: article.title,
  description: article.preview,
  datePublished: article.createdAt,
  wordCount: article.words,
  timeRequired: `PT${article.minutes}M`,
  mentions: article.mentions.map(({ type, to, title }) => ({ "@type": type, name: title, url: `${origin}${to}` })),
  image: article.images.map((image) => `${origin}${image}`),
  mainEntityOfPage: `${origin}/blogs/${article._id}`,
  author: { "@type": "Organization", name: brand, url: origin },
  publisher: { "@type": "Organization", name: brand, url: origin },
});
