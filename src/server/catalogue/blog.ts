import { sql } from "drizzle-orm";
import { type Blog, type BlogForm, type BlogQuery, blog, blogForm, blogQuery } from "../../contracts/catalogue/blog.ts";
import { noMentions } from "../../contracts/catalogue/blog-rules.ts";
import { MAX_IMAGES } from "../../contracts/catalogue/image-rules.ts";
import { blogs } from "./blog-table.ts";
import { keepAbsent, type Resource, toRecord } from "./resource.ts";
import { searchTextOf } from "./search-text.ts";

export const blogResource: Resource<typeof blogs, Blog, BlogQuery, BlogForm> = {
  name: "blog",
  path: "/blogs",
  imageField: "images",
  maxImages: MAX_IMAGES.blog,
  table: blogs,
  item: blog,
  query: blogQuery,
  formFor: () => blogForm,
  conditionsFor: ({ olderThan }) =>
    olderThan === undefined
      ? undefined
      : sql`(${blogs.createdAt}, ${blogs.id}) < (select created_at, id from blogs as newer where newer.id = ${olderThan})`,
  columns: ({ title, content, ...form }, before) => ({
    title,
    content,
    ...keepAbsent(noMentions, form, before),
    searchText: searchTextOf(title, content),
  }),
  toItem: toRecord,
  titleOf: ({ title }) => title,
};
