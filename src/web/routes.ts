import { index, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  index("pages/home.tsx"),
  route("home", "pages/to-home.ts", { id: "home-alias" }),
  route("about", "pages/about.tsx"),
  route("contact", "pages/contact.tsx"),
  route("products/:category?/:subCategory?", "shop/product-list.tsx"),
  route("product/:id", "shop/product-detail.tsx"),
  route("courses", "courses/course-list.tsx"),
  route("course/:id", "courses/course-detail.tsx"),
  route("cart", "cart/cart-page.tsx"),
  route("blogs", "blogs/blog-list.tsx"),
  route("blogs/:id", "blogs/blog-detail.tsx"),
  route("blog", "blogs/to-blogs.ts"),
  route("experts", "experts/expert-list.tsx"),
  route("experts/:id", "experts/expert-detail.tsx"),
  route("terms_and_conditions", "pages/terms-and-conditions.tsx"),
  route("privacy_policy", "pages/privacy-policy.tsx"),
  route("*", "pages/to-home.ts", { id: "unknown-path" }),
] satisfies RouteConfig;
