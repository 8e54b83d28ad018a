import type { Page } from "@playwright/test";
import sharp from "sharp";
import type { Screen } from "./shots-shop.ts";

const kinds = ["products", "courses", "blogs", "experts"] as const;

const photo = async (name: string, background: string) => ({
  name,
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width: 800, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});

const save = (page: Page) => page.getByRole("button", { name: /^(Create|Update) / }).click();

async function choosePictures(page: Page) {
  await page
    .locator("[name=images]")
    .setInputFiles([await photo("one.jpg", "#c0a0b0"), await photo("two.jpg", "#8090c0")]);
}

async function submitInvalidProduct(page: Page) {
  await page.getByLabel("Title").fill("Rose Quartz Heart");
  await page.getByLabel("Category", { exact: true }).selectOption("Jewellery");
  await page.getByLabel("Sub category").selectOption("Rings");
  await page.getByLabel("Price", { exact: true }).fill("900");
  await page.getByLabel(/Offer price/).fill("1000");
  await choosePictures(page);
  await save(page);
  await page.getByText("Offer price cannot be higher").waitFor();
}

/** Another owner saves while the form is open. */
async function causeConflict(page: Page) {
  await page
    .getByRole("link", { name: /^Edit / })
    .first()
    .click();
  await page.getByRole("form", { name: /^Edit / }).waitFor();
  await page.getByLabel(/Description/).fill("What I typed about this piece, a sentence or two.");
  await page.evaluate(async () => {
    const id = new URLSearchParams(location.search).get("edit");
    const headers = { authorization: `Bearer ${localStorage.getItem("token")}` };
    const item = await (await fetch(`/api/products/${id}`, { headers })).json();
    const body = new FormData();
    for (const name of ["title", "category", "price", "stock", "description"]) body.set(name, item[name]);
    if (item.subCategory) body.set("subCategory", item.subCategory);
    await fetch(`/api/products/${id}`, { method: "PUT", headers, body });
  });
  await choosePictures(page);
  await save(page);
  await page.getByRole("dialog").waitFor();
}

const CSV = "_id,title,category,subCategory,price,offerPrice,stock,topSelling,description\n";
const openImport = (rows: string) => async (page: Page) => {
  await page.getByRole("button", { name: "Import CSV" }).click();
  await page
    .getByLabel("CSV file")
    .setInputFiles({ name: "stones.csv", mimeType: "text/csv", buffer: Buffer.from(CSV + rows) });
  await page.getByRole("term").first().waitFor();
};

/** The copy stays in the demo shop: it is a draft, so no other screen shows it to visitors. */
async function previewCopy(page: Page) {
  await page
    .getByRole("button", { name: /^Copy / })
    .first()
    .click();
  await page.getByRole("form", { name: "Edit product" }).waitFor();
  await page
    .getByRole("link", { name: /^Preview / })
    .first()
    .click();
  await page.getByText("Draft: only you see this.").waitFor();
}

const failToLoad = async (page: Page) => {
  await page.route("**/api/products?**", (route) => route.abort());
  await page.reload({ waitUntil: "networkidle" });
};

/** The admin's screens of products, courses, blogs and experts. */
export const adminCatalogueScreens: Screen[] = [
  ...kinds.flatMap((kind): Screen[] => [
    { name: `admin-${kind}`, path: `/admin/${kind}`, isOwner: true },
    { name: `admin-${kind}-editing`, path: (shop) => `/admin/${kind}?edit=${shop[kind][0]!._id}`, isOwner: true },
    { name: `admin-${kind}-empty`, path: `/admin/${kind}`, shop: "empty", isOwner: true },
  ]),
  { name: "admin-products-wrong", path: "/admin/products", isOwner: true, open: submitInvalidProduct, whole: true },
  { name: "admin-products-conflict", path: "/admin/products", isOwner: true, open: causeConflict },
  { name: "admin-products-failing", path: "/admin/products", isOwner: true, open: failToLoad },
  { name: "admin-products-preview", path: "/admin/products", isOwner: true, open: previewCopy },
  { name: "admin-products-search-nothing", path: "/admin/products?q=unicorn", isOwner: true },
  {
    name: "admin-blogs-wide",
    path: ({ blogs }) => `/admin/blogs?edit=${blogs[0]!._id}`,
    isOwner: true,
    open: (page) => page.getByRole("button", { name: /^Full width/ }).click(),
  },
  {
    name: "admin-products-delete",
    path: "/admin/products",
    isOwner: true,
    open: (page) =>
      page
        .getByRole("button", { name: /^Delete / })
        .first()
        .click(),
  },
  {
    name: "admin-import-good",
    path: "/admin/products",
    isOwner: true,
    open: openImport(",Amethyst Point,Tower,,900,,4,,\n"),
  },
  {
    name: "admin-import-wrong",
    path: "/admin/products",
    isOwner: true,
    open: openImport(",,Tower,,900,,4,,\n,Ring,Jewellery,,zero,,4,,\n,Ring,Unicorns,,5,9,-4,,\n"),
  },
];
