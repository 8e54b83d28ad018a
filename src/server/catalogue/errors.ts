import { defineErrors } from "../platform/http/errors.ts";

export const catalogueError = defineErrors(["products", "courses", "experts", "blogs", "wishlist", "appointments"], {
  product_not_found: [404, "Product not found."],
  course_not_found: [404, "Course not found."],
  expert_not_found: [404, "Expert not found."],
  blog_not_found: [404, "Article not found."],
  has_sessions: [409, "This expert has sessions to come."],
  changed_meanwhile: [409, "This was changed since you opened it. Nothing was saved."],
});
