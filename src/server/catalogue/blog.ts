import { type Blog, type BlogForm, blog, blogForm } from "../../contracts/blog.ts";
import { type SearchQuery, searchQuery } from "../../contracts/list.ts";
import { blogs } from "./blog-table.ts";
import { catalogueError } from "./errors.ts";
import type { Resource } from "./resource.ts";
import { searchTextOf } from "./search.ts";

export const blogResource: Resource<typeof blogs, Blog, SearchQuery, BlogForm> = {
  name: "blog",
  path: "/blogs",
  notFound: () => catalogueError("blog_not_found"),
  imageField: "images",
  maxImages: 20,
  table: blogs,
  item: blog,
  query: searchQuery,
  form: blogForm,
  columns: (form) => ({
    title: form.title,
    content: form.content,
    searchText: searchTextOf(form.title, form.content),
  }),
  toItem: (row) => ({
    _id: row.id,
    title: row.title,
    content: row.content,
    images: row.images,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
  }),
  titleOf: ({ title }) => title,
};
