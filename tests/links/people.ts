import { request as http } from "@playwright/test";
import { placeSampleOrders } from "../../scripts/shots-sample-orders.ts";
import type { Course } from "../../src/contracts/catalogue/course.ts";
import type { Expert } from "../../src/contracts/catalogue/expert.ts";
import type { Product } from "../../src/contracts/catalogue/product.ts";
import type { Dashboard } from "../../src/contracts/reports/dashboard.ts";
import { findInMails, logInOwner, makeCustomer, newAccount } from "../e2e/support/account.ts";
import { orderAt, setHours, slotsOf } from "../e2e/support/appointments.ts";
import { packageLine } from "../e2e/support/cart.ts";
import { setStatus } from "../e2e/support/checkout.ts";
import { makeCoupon } from "../e2e/support/coupons.ts";
import { expect } from "../e2e/support/test.ts";
import { until } from "../support/until.ts";

/** In this order: a kind of link that several of them see on a kind of page is pressed by the first. */
export const roles = ["visitor", "customer", "expert", "owner"] as const;
export type Role = (typeof roles)[number];

export interface Person {
  role: Role;
  /** localStorage. */
  stored: { name: string; value: string }[];
  /** Where the crawl begins. All other pages are found by links. */
  starts: string[];
}

const TOKEN = "a-token-that-nobody-has";
/** Pages that only mails and other programs link to. */
const unlinked = ["review", "reset-password", "unsubscribe/reviews", "invitation", "join", "ucp/continue"].map(
  (path) => `/${path}/${TOKEN}`,
);

/** A search that finds, and one that shows what is near. */
const searches = ["amethyst", "pukhraj"];
/** The form in the header leads there. */
const searched = searches.map((q) => `/search?q=${q}`);

/** They lead to other pages. */
const redirected = ["/home", "/blog", "/nowhere"];

/** Longer than the shop takes to store what was searched. */
const SEARCHES_MS = 90_000;

interface Shop {
  url: string;
  folder: string;
}

/** The shop stores once a minute what was searched. From then on the owner's dashboard has links for it. */
export async function waitForSearches({ url }: Shop, owner: Person) {
  const authorization = `Bearer ${owner.stored.find(({ name }) => name === "token")!.value}`;
  const request = await http.newContext({ baseURL: url, extraHTTPHeaders: { authorization } });
  const isStored = async () => {
    const { topSearches, unfoundSearches } = (await (await request.get("/api/dashboard")).json()) as Dashboard;
    return topSearches.length > 0 && unfoundSearches.length > 0;
  };
  await expect.poll(isStored, { timeout: SEARCHES_MS, intervals: [1_000] }).toBe(true);
  await request.dispose();
}

/** Fills a shop with orders in every status, an appointment and an enquiry, and logs everybody in. */
export async function makePeople({ url, folder }: Shop): Promise<Person[]> {
  const request = await http.newContext({ baseURL: url });
  for (const q of searches) expect(await request.get("/api/search", { params: { q } })).toBeOK();
  const list = async <T>(kind: string) => (await (await request.get(`/api/${kind}`)).json()) as T[];
  const ownerToken = await logInOwner(request);
  const authorised = { authorization: `Bearer ${ownerToken}` };
  const [course] = await list<Course>("courses");
  const [expert] = await list<Expert>("experts");
  const product = (await list<Product>("products")).find(({ stock, variants }) => stock > 8 && !variants);
  const customer = await makeCustomer(request);
  const orders = await placeSampleOrders(url, customer.token, product!, course!);

  await setHours(request, ownerToken, expert!);
  const [slot] = await slotsOf(request, expert!);
  const booked = await orderAt(request, customer, expert!, slot!);
  await setStatus(request, ownerToken, booked, "paid");

  const { email, name, phone, password } = newAccount();
  const invited = { email, role: "expert", expertId: expert!._id };
  expect(await request.post("/api/invitations", { headers: authorised, data: invited })).toBeOK();
  const invitation = await until(async () => (await findInMails({ folder }, email, /\/invitation\/[\w-]+/))[0]);
  const accepted = await request.post(`/api/users${invitation.replace("invitation", "invitations")}`, {
    data: { name, phone, password },
  });
  expect(accepted.status(), await accepted.text()).toBeLessThan(300);
  const { token: expertToken } = (await accepted.json()) as { token: string };

  const enquiry = { name, email, phone, message: "Is it polished?", page: "/contact" };
  expect(await request.post("/api/enquiries", { data: enquiry })).toBeOK();
  await makeCoupon(request, ownerToken, { kind: "percent", value: "10" });
  const drafted = await request.post("/api/products", {
    headers: authorised,
    multipart: { title: "A stone to come", category: "Tumbles", price: "900", stock: "9", published: "false" },
  });
  const draft = (await drafted.json()) as Product;
  await request.dispose();

  const { _id, title, offerPrice, images } = product!;
  const line = { itemId: _id, itemType: "product", title, price: offerPrice, image: images[0] ?? "", qty: 1 };
  const cart = { name: "cart", value: JSON.stringify([line, packageLine]) };
  const asUser = (token: string) => [{ name: "token", value: token }];
  const ids = [...Object.values(orders), booked._id];
  return [
    { role: "visitor", stored: [], starts: ["/", "/login", "/admin/login", ...searched, ...unlinked, ...redirected] },
    {
      role: "customer",
      stored: [...asUser(customer.token), cart],
      starts: [
        ...["/", "/profile", "/cart", "/checkout"],
        ...ids.flatMap((id) => [`/orders/${id}`, `/success?orderId=${id}`]),
        `/orders/${orders.delivered}/review`,
      ],
    },
    { role: "expert", stored: asUser(expertToken), starts: ["/desk"] },
    {
      role: "owner",
      stored: asUser(ownerToken),
      starts: ["/admin", ...ids.map((id) => `/admin/orders/${id}`), `/admin/preview/products/${draft._id}`],
    },
  ];
}
