import type { Page } from "@playwright/test";
import type { Course } from "../src/contracts/catalogue/course.ts";
import type { Product } from "../src/contracts/catalogue/product.ts";
import type { OrderStatus } from "../src/contracts/orders/order-rules.ts";
import { accountScreens } from "./shots-account.ts";
import { adminCatalogueScreens } from "./shots-admin-catalogue.ts";
import { adminOperationsScreens } from "./shots-admin-operations.ts";
import { OWNER, placeSampleOrders } from "./shots-sample-orders.ts";
import type { Screen, ShopData } from "./shots-shop.ts";

const customer = {
  name: "Meera Joshi",
  email: "meera@example.com",
  phone: "+91 98765 43210",
  password: "a good password",
};

async function registerCustomer(url: string) {
  const headers = { "content-type": "application/json" };
  const reply = await fetch(`${url}/api/users/register`, { method: "POST", headers, body: JSON.stringify(customer) });
  return ((await reply.json()) as { token: string }).token;
}

async function logInAsOwner(url: string) {
  const headers = { "content-type": "application/json" };
  const reply = await fetch(`${url}/api/users/login`, { method: "POST", headers, body: JSON.stringify(OWNER) });
  return ((await reply.json()) as { token: string }).token;
}

export async function loadShopData(url: string): Promise<ShopData> {
  const list = async <T>(path: string) => (await (await fetch(`${url}/api/${path}`)).json()) as T[];
  const [products, courses] = [await list<Product>("products"), await list<Course>("courses")];
  const product = products.find(({ stock }) => stock > 8);
  const token = await registerCustomer(url);
  return {
    products,
    courses,
    experts: await list("experts"),
    blogs: await list("blogs"),
    ownerToken: await logInAsOwner(url),
    token,
    orders: product && courses[0] && (await placeSampleOrders(url, token, product, courses[0])),
  };
}

const UNKNOWN_ID = "00000000-0000-7000-8000-000000000000";
const SMALL = [360, 768] as const;

const press = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name }).first().click();

async function sendForm(page: Page, form: RegExp, values: Record<string, string>) {
  const fields = page.getByRole("form", { name: form });
  for (const [name, value] of Object.entries(values)) await fields.getByRole("textbox", { name }).fill(value);
  await fields.getByRole("button").click();
  await fields.locator("[aria-invalid]").first().waitFor();
}
const wrongValues = { Name: "Meera", Email: "meera@localhost", Phone: "12345", Message: "Is it polished?" };

const productLine = ({ _id, title, offerPrice, images }: Product, qty = 1, price = offerPrice) => {
  return { itemId: _id, itemType: "product", title, price, image: images[0] ?? "", qty };
};

/** One valid line of each type. */
const goodCart = ({ products, courses }: ShopData) => {
  const course = courses[0]!;
  return [
    productLine(products.find(({ stock }) => stock > 3)!, 2),
    { ...course, itemId: course._id, itemType: "course", price: course.offerPrice, qty: 1 },
    {
      itemId: "Deep Dive-audio",
      itemType: "consultancy",
      title: "Deep Dive (Audio)",
      price: 1800,
      image: "/logo.png",
      qty: 1,
    },
  ];
};

/** Lines with a changed price, too few in stock, sold out, and of an unknown product. */
const cartWithProblems = ({ products }: ShopData) => [
  productLine(products[0]!, 1, products[0]!.offerPrice - 50),
  productLine(products.find(({ stock }) => stock > 0 && stock <= 3)!, 9),
  productLine(products.find(({ stock }) => stock === 0)!),
  { ...productLine(products[1]!), itemId: UNKNOWN_ID, title: "A stone that is gone", image: "" },
];

const firstProductWith = (matches: (product: Product) => boolean) => (shop: ShopData) =>
  `/product/${shop.products.find(matches)!._id}`;
const firstProduct = firstProductWith(({ stock }) => stock > 3);

const orderPath = (path: string, status: OrderStatus) => (shop: ShopData) => `${path}${shop.orders![status]}`;

const pressPay = press(/^Pay ₹/);
const fillAddress = (page: Page) =>
  page.getByRole("textbox", { name: "Address (optional)" }).fill("12 Tara Marg, Nagpur");

async function payWithWrongPhone(page: Page) {
  await page.getByRole("textbox", { name: "Phone" }).fill("12345");
  await fillAddress(page);
  await pressPay(page);
  await page.locator("[aria-invalid]").first().waitFor();
}

async function openPopup(page: Page) {
  await fillAddress(page);
  await pressPay(page);
  await page.getByRole("dialog", { name: "Nakshatra" }).waitFor();
}

export const screens: Screen[] = [
  { name: "home", path: "/" },
  { name: "home-read-more", path: "/", open: press("Read More"), whole: true },
  { name: "home-package-details", path: "/#consultancy", open: press(/details/i) },
  {
    name: "home-package-video",
    path: "/#consultancy",
    open: (page) => page.getByText("Video", { exact: true }).first().click(),
  },
  { name: "home-form-wrong", path: "/#contact", open: (page) => sendForm(page, /contact/i, wrongValues) },
  { name: "home-no-scripts", path: "/", scripts: false },
  { name: "menu-open", path: "/", only: SMALL, open: press("Menu"), cart: goodCart },
  { name: "about", path: "/about" },
  { name: "contact", path: "/contact" },
  { name: "contact-map", path: "/contact", open: press(/map/i) },
  { name: "contact-form-wrong", path: "/contact", open: (page) => sendForm(page, /contact/i, wrongValues) },

  { name: "products", path: "/products" },
  { name: "products-page-2", path: "/products?page=2" },
  { name: "products-category", path: "/products/jewellery" },
  { name: "products-subcategory", path: "/products/jewellery/rings" },
  { name: "search", path: "/search?q=tarot" },
  { name: "search-of-pieces", path: "/search?q=rose+quartz" },
  { name: "search-nothing", path: "/search?q=pukhraj" },
  { name: "search-empty", path: "/search" },
  { name: "products-search", path: "/products?q=rose" },
  { name: "products-search-nothing", path: "/products/tower?q=unicorn" },
  { name: "products-coming-soon", path: "/products/unicorn-horns" },
  { name: "products-filters-open", path: "/products/jewellery", only: [360], open: press(/Filters/) },
  { name: "products-by-intention", path: "/products/by/intentions/calm" },
  { name: "products-by", path: "/products/by/intentions" },
  { name: "products-by-nothing", path: "/products/by/intentions/calm", shop: "empty" },
  { name: "find-your-stone", path: "/find-your-stone" },
  { name: "find-your-stone-sign", path: "/find-your-stone?intention=calm" },
  {
    name: "find-your-stone-found",
    path: "/find-your-stone?intention=calm&sign=pisces&form=bracelets&budget=1000",
    scripts: false,
  },
  { name: "products-no-scripts", path: "/products", scripts: false },
  { name: "product", path: firstProduct },
  { name: "product-few-left", path: firstProductWith(({ stock }) => stock > 0 && stock <= 3) },
  { name: "product-sold-out", path: firstProductWith(({ stock }) => stock === 0) },
  { name: "product-added", path: firstProduct, open: press("Exchange Energy") },
  {
    name: "product-zoomed",
    path: firstProduct,
    open: (page) =>
      page
        .getByRole("link", { name: /^Enlarge/ })
        .first()
        .click(),
  },
  { name: "product-form-wrong", path: firstProduct, open: (page) => sendForm(page, /enquire/i, wrongValues) },
  { name: "product-not-found", path: `/product/${UNKNOWN_ID}` },
  { name: "product-no-scripts", path: firstProduct, scripts: false },

  { name: "courses", path: "/courses" },
  { name: "courses-search", path: "/courses?q=tarot" },
  { name: "courses-search-nothing", path: "/courses?q=unicorn" },
  { name: "course", path: ({ courses }) => `/course/${courses[0]!._id}` },
  { name: "course-not-found", path: `/course/${UNKNOWN_ID}` },

  { name: "cart-empty", path: "/cart" },
  { name: "cart-full", path: "/cart", cart: goodCart },
  { name: "cart-news", path: "/cart", cart: cartWithProblems },
  { name: "cart-nothing-to-buy", path: "/cart", cart: (shop) => cartWithProblems(shop).slice(2) },
  { name: "cart-no-scripts", path: "/cart", scripts: false },
  { name: "cart-drawer", path: "/", cart: goodCart, open: press(/Open cart/) },
  { name: "cart-drawer-empty", path: "/", open: press(/Open cart/) },

  { name: "checkout", path: "/checkout", isCustomer: true, cart: goodCart },
  { name: "checkout-empty", path: "/checkout", isCustomer: true },
  { name: "checkout-news", path: "/checkout", isCustomer: true, cart: cartWithProblems },
  { name: "checkout-first-screen", path: "/checkout", isCustomer: true, cart: goodCart, open: (page) => page.title() },
  { name: "checkout-wrong", path: "/checkout", isCustomer: true, cart: goodCart, open: payWithWrongPhone, whole: true },
  { name: "checkout-no-address", path: "/checkout", isCustomer: true, cart: goodCart, open: pressPay },
  { name: "checkout-popup", path: "/checkout", isCustomer: true, cart: goodCart, open: openPopup },
  { name: "checkout-no-scripts", path: "/checkout", scripts: false },
  { name: "success-paid", path: orderPath("/success?orderId=", "paid"), isCustomer: true },
  { name: "success-pending", path: orderPath("/success?orderId=", "pending"), isCustomer: true },
  { name: "success-cancelled", path: orderPath("/success?orderId=", "cancelled"), isCustomer: true },
  { name: "success-unknown", path: "/success?orderId=nothing", isCustomer: true },
  { name: "success-loading", path: orderPath("/success?orderId=", "paid"), scripts: false },
  { name: "order-pending", path: orderPath("/orders/", "pending"), isCustomer: true },
  { name: "order-no-address", path: orderPath("/orders/", "pending"), isCustomer: true, open: press("Add an address") },
  { name: "order-delivered", path: orderPath("/orders/", "delivered"), isCustomer: true },
  { name: "order-cancelled", path: orderPath("/orders/", "cancelled"), isCustomer: true },

  { name: "blogs", path: "/blogs" },
  { name: "blog", path: ({ blogs }) => `/blogs/${blogs[0]!._id}` },
  { name: "blog-not-found", path: `/blogs/${UNKNOWN_ID}` },
  { name: "experts", path: "/experts" },
  { name: "expert", path: ({ experts }) => `/experts/${experts[0]!._id}` },
  { name: "expert-duration-open", path: ({ experts }) => `/experts/${experts[0]!._id}`, open: press(/Audio/) },
  { name: "expert-not-found", path: `/experts/${UNKNOWN_ID}` },
  ...accountScreens,
  ...adminCatalogueScreens,
  ...adminOperationsScreens,
  { name: "terms", path: "/terms_and_conditions" },
  { name: "privacy", path: "/privacy_policy" },
  { name: "reviews-policy", path: "/reviews-policy" },

  { name: "empty-shop-home", path: "/", shop: "empty" },
  { name: "empty-shop-products", path: "/products", shop: "empty" },
  { name: "empty-shop-courses", path: "/courses", shop: "empty" },
  { name: "empty-shop-blogs", path: "/blogs", shop: "empty" },
  { name: "empty-shop-experts", path: "/experts", shop: "empty" },
];
