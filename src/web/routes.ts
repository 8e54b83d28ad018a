import { index, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  index("pages/home.tsx"),
  route("home", "pages/to-home.ts", { id: "home-alias" }),
  route("products/:category?/:subCategory?", "shop/product-list.tsx"),
  route("product/:id", "shop/product-detail.tsx"),
  route("cart", "cart/cart-page.tsx"),
  route("*", "pages/to-home.ts", { id: "unknown-path" }),
] satisfies RouteConfig;
