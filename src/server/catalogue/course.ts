import { type Course, type CourseForm, course, courseForm } from "../../contracts/course.ts";
import { type SearchQuery, searchQuery } from "../../contracts/list.ts";
import { toPaise, toRupees } from "../platform/money.ts";
import { courses } from "./course-table.ts";
import { catalogueError } from "./errors.ts";
import type { Resource } from "./resource.ts";
import { searchTextOf } from "./search.ts";

export const courseResource: Resource<typeof courses, Course, SearchQuery, CourseForm> = {
  name: "course",
  path: "/courses",
  notFound: () => catalogueError("course_not_found"),
  imageField: "image",
  maxImages: 1,
  table: courses,
  item: course,
  query: searchQuery,
  form: courseForm,
  columns: (form) => ({
    title: form.title,
    description: form.description,
    shortDescription: form.shortDescription,
    actualPricePaise: toPaise(form.actualPrice),
    offerPricePaise: toPaise(form.offerPrice),
    topSelling: form.topSelling,
    groupLink: form.groupLink,
    searchText: searchTextOf(form.title, form.description),
  }),
  toItem: (row, viewer) => ({
    _id: row.id,
    title: row.title,
    description: row.description,
    shortDescription: row.shortDescription,
    actualPrice: toRupees(row.actualPricePaise),
    offerPrice: toRupees(row.offerPricePaise),
    topSelling: row.topSelling,
    image: row.images[0] ?? null,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
    ...(viewer === "owner" && { groupLink: row.groupLink }),
  }),
  titleOf: ({ title }) => title,
};
