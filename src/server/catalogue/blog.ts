import { type Blog, type BlogForm, blog, blogForm } from "../../contracts/blog.ts";
import { type SearchQuery, searchQuery } from "../../contracts/list.ts";
import { MAX_IMAGES } from "../../contracts/upload-limits.ts";
import { blogs } from "./blog-table.ts";
import type { Resource } from "./resource.ts";
import { searchTextOf } from "./search-text.ts";

export const blogResource: Resource<typeof blogs, Blog, SearchQuery, BlogForm> = {
  name: "blog",
  path: "/blogs",
  imageField: "images",
  maxImages: MAX_IMAGES.blog,
  table: blogs,
  item: blog,
  query: searchQuery,
  form: blogForm,
  columns: ({ title, content }) => ({ title, content, searchText: searchTextOf(title, content) }),
  toItem: ({ id, searchText, searchTitle, createdAt, ...row }) => ({
    ...row,
    _id: id,
    createdAt: createdAt.toISOString(),
  }),
  titleOf: ({ title }) => title,
};
