import type { Page } from "@playwright/test";
import type { Dashboard } from "../../src/contracts/reports/dashboard.ts";
import { expectAccessibleAndFits } from "./support/accessibility.ts";
import { answerCall } from "./support/account.ts";
import { adminLink, mainOf, test } from "./support/admin.ts";
import { makePaidOrder, shortId } from "./support/admin-orders.ts";
import { expect } from "./support/test.ts";

const CALL = "**/api/dashboard";
const panel = (page: Page, name: string | RegExp) => page.getByRole("region", { name });
const sums = (page: Page) => panel(page, "Paid sales").getByRole("definition");

const NO_SALES = { rupees: 0, orders: 0 };
const days = Array.from({ length: 30 }, (_, day) => ({
  ...NO_SALES,
  date: `2026-10-${`${day + 1}`.padStart(2, "0")}`,
}));

const sampleDashboard = (changes: Partial<Dashboard> = {}): Dashboard => ({
  counts: { products: 1, courses: 2, orders: 1234, blogs: 0, experts: 4, unreadEnquiries: 0 },
  work: {
    ordersToPack: 0,
    piecesToPack: 0,
    addressesMissing: 0,
    sessionsToArrange: 0,
    papersOwed: 0,
    reviewsWaiting: 0,
  },
  sales: { today: NO_SALES, week: NO_SALES, month: NO_SALES, days },
  waiting: { count: 0, orders: [] },
  lowStock: { count: 0, products: [] },
  paymentsToCheck: { count: 0, payments: [] },
  refundsToCheck: { count: 0, refunds: [] },
  disputes: { count: 0, disputes: [] },
  stockShort: { count: 0, orders: [] },
  sessions: { today: { count: 0, sessions: [] }, withoutLink: { count: 0, sessions: [] }, attention: 0 },
  topSearches: [],
  unfoundSearches: [],
  payments: "sandbox",
  backups: { isOn: false, last: null, failing: null, isLate: false },
  ...changes,
});

const order = {
  _id: "0199a8c2-0000-7000-8000-000000abc123",
  name: "Asha Kulkarni",
  totalAmount: 123456,
  createdAt: "2026-11-14T10:00:00.000Z",
};

const session = {
  _id: "0199a8c2-0000-7000-8000-000000abc124",
  title: "Tara (Video, 60 min)",
  mode: "video",
  minutes: 60,
  state: "confirmed",
  startsAt: "2026-11-14T05:30:00.000Z",
  expertName: "Tara",
  callerName: "Asha Kulkarni",
} as const;

/** Always between five and six hours away. */
const toCome = { ...session, startsAt: new Date(Date.now() + 5.5 * 60 * 60_000).toISOString() };

const payment = {
  paymentId: "pay_odd",
  orderId: order._id,
  amount: 900,
  currency: "INR",
  note: "The amount is not the order's total.",
  at: order.createdAt,
};

const tiles = {
  "Manage Products": ["/admin/products", "1 product"],
  "Manage Courses": ["/admin/courses", "2 courses"],
  "Manage Orders": ["/admin/orders", "1,234 orders"],
  "Manage Blogs": ["/admin/blogs", "0 posts"],
  "Manage Experts": ["/admin/experts", "4 experts"],
  Enquiries: ["/admin/enquiries", "0 unread"],
} as const;

test("the dashboard shows figures and tasks, which link to their pages, also after a failed load", async ({
  openFailing,
  makeProduct,
  ownerToken,
  request,
}) => {
  const headers = { authorization: `Bearer ${ownerToken}` };
  const readDashboard = async () => (await (await request.get("/api/dashboard", { headers })).json()) as Dashboard;
  const before = (await readDashboard()).sales.today;
  const paid = await makePaidOrder(request, ownerToken);
  const product = await makeProduct({ stock: 0 });
  const page = await openFailing("/admin/activity");
  await test.step("a failed load shows an error with a retry button and keeps the tiles", async () => {
    await page.route(CALL, (route) => route.abort());
    await adminLink(page, "Dashboard").click();
    await expect(page.getByRole("alert")).toHaveText("Failed to load the dashboard");
    await expect(mainOf(page).getByRole("link", { name: "Manage Orders", exact: true })).toBeVisible();
    await page.unroute(CALL);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(panel(page, "Paid sales")).toBeVisible();
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
  await test.step("a paid order is counted at once and listed as waiting", async () => {
    const rupees = new Intl.NumberFormat("en-IN").format(before.rupees + paid.totalAmount);
    await expect(sums(page).first()).toContainText(`₹${rupees}`);
    const waiting = panel(page, /^Orders waiting/);
    await waiting.getByRole("link", { name: `Order ${shortId(paid)}` }).click();
    await expect(page).toHaveURL(`/admin/orders/${paid._id}`);
  });
  await test.step("the page of the order shows the payment id and that the provider confirmed it", async () => {
    await expect(panel(page, "Payment").getByRole("definition").first()).toHaveText(paid.paymentId!);
    await expect(page.getByRole("list", { name: "History" }).getByRole("listitem")).toHaveText([
      /^Ordered by the buyer/,
      /^Paid, confirmed by the payment provider/,
    ]);
  });
  await test.step("a search without result can be added to the other words of the search", async () => {
    const unfoundSearches = [{ term: "blue opal", count: 3, lastDay: order.createdAt.slice(0, 10) }];
    await page.route(CALL, (route) =>
      route.fulfill({ json: sampleDashboard({ unfoundSearches, topSearches: [{ term: "rose quartz", count: 12 }] }) }),
    );
    await adminLink(page, "Dashboard").click();
    await expect(panel(page, "Searched for and not found").getByRole("listitem")).toContainText("blue opal (3)");
    await page.getByRole("link", { name: "Add other word blue opal" }).click();
    const form = page.getByRole("form", { name: "Search and feeds" });
    await expect(form.getByRole("textbox", { name: "People search for" }).first()).toHaveValue("blue opal");
    const means = form.getByRole("textbox", { name: "It means" });
    await expect(means.first()).toBeFocused();
    await expect(means.nth(1)).toHaveValue("Clear Quartz");
    await means.first().fill("Moonstone");
    await form.getByRole("button", { name: "Publish" }).click();
    await expect(page.getByRole("status").getByText("✅ Published. Every page shows it now.")).toBeVisible();
    await page.unroute(CALL);
  });
  await test.step("a product with low stock links to its form", async () => {
    await adminLink(page, "Dashboard").click();
    const row = panel(page, /^Low stock/)
      .getByRole("listitem")
      .filter({ hasText: product.title });
    await expect(row).toContainText("Sold out");
    await expect(row.getByRole("link")).toHaveAttribute("href", `/admin/products?edit=${product._id}`);
  });
  await test.step("tiles link to every screen and show the counts", async () => {
    await adminLink(page, "Enquiries").click();
    await answerCall(page, CALL, 200, sampleDashboard());
    await adminLink(page, "Dashboard").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
    for (const [name, [to, count]] of Object.entries(tiles)) {
      const tile = mainOf(page).getByRole("article").filter({ hasText: name });
      await expect(tile.getByRole("link", { name, exact: true })).toHaveAttribute("href", to);
      await expect(tile.getByText(count, { exact: true })).toBeVisible();
    }
  });
  await test.step("without tasks the panels show an empty state", async () => {
    await expect(panel(page, "To do")).toContainText("Nothing waits for you.");
    await expect(panel(page, "Backups")).toContainText("No nightly backups are made.");
    await expect(panel(page, "Today (0)")).toContainText("No sessions today.");
    await expect(panel(page, "Orders waiting (0)")).toContainText("Every paid order is on its way.");
    await expect(panel(page, "Low stock (0)")).toContainText("Every product has enough pieces.");
    await expect(panel(page, /^Payments that need a look/)).toHaveCount(0);
    await expect(panel(page, /^Paid, but out of stock/)).toHaveCount(0);
    await expect(page.getByRole("img", { name: "Paid sales of the last 30 days: ₹0 in all." })).toBeVisible();
    await expect(panel(page, "Paid sales")).toContainText("No sales in these days");
  });
  await test.step("shows sales of today, this week and this month, and a chart of 30 days", async () => {
    const sold = days.map((day, index) => (index === 13 ? { ...day, rupees: 4999.5, orders: 2 } : day));
    const sales = {
      today: { rupees: 900, orders: 1 },
      week: { rupees: 5899.5, orders: 3 },
      month: { rupees: 123456, orders: 40 },
      days: sold,
    };
    const changes = {
      sales,
      paymentsToCheck: { count: 1, payments: [payment] },
      stockShort: { count: 1, orders: [order] },
      sessions: {
        today: { count: 1, sessions: [session] },
        withoutLink: { count: 1, sessions: [toCome] },
        attention: 3,
      },
      work: {
        ordersToPack: 1,
        piecesToPack: 3,
        addressesMissing: 2,
        sessionsToArrange: 1,
        papersOwed: 0,
        reviewsWaiting: 0,
      },
      counts: { ...sampleDashboard().counts, unreadEnquiries: 5 },
      backups: {
        isOn: true,
        last: { at: new Date(Date.now() - 75 * 60 * 60_000).toISOString(), bytes: 31_234_567 },
        failing: { since: order.createdAt, problem: "The disk that holds /backups is full: no backup was made." },
        isLate: true,
      },
      waiting: { count: 7, orders: [order] },
      lowStock: { count: 1, products: [{ _id: "product-1", title: "Rose Quartz Ring", stock: 0, image: null }] },
    };
    await page.unroute(CALL);
    await answerCall(page, CALL, 200, sampleDashboard(changes));
    await adminLink(page, "Enquiries").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Enquiries");
    await adminLink(page, "Dashboard").click();
    await expect(panel(page, "Paid sales").getByRole("term")).toHaveText(["Today", "This week", "This month"]);
    await expect(sums(page)).toHaveText(["₹900 1 order", "₹5,899.50 3 orders", "₹1,23,456 40 orders"]);
    await expect(
      page.getByRole("img", {
        name: "Paid sales of the last 30 days: ₹4,999.50 in all. The best day was 14 Oct 2026, ₹4,999.50.",
      }),
    ).toBeVisible();
  });
  await test.step("lists the open work first, each sentence with a link to it", async () => {
    const links = panel(page, "To do").getByRole("link");
    const tasks = {
      "1 payment to check": "#payments-to-check",
      "1 paid order is out of stock": "#stock-short",
      "3 pieces to pack in 1 order": "/admin/orders?task=pack",
      "2 paid orders have no address": "/admin/orders?task=address",
      "1 session to arrange": "/admin/appointments?view=attention",
      "2 sessions need attention": "/admin/appointments?view=attention",
      "5 unread enquiries": "/admin/enquiries?unread=true",
      "1 product is low or sold out": "/admin/products?stock=low&published=true&sort=stock_up",
    };
    await expect(links).toHaveText(Object.keys(tasks));
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")))).toEqual(
      Object.values(tasks),
    );
  });
  await test.step("backups that fail are above the open work, with the age and size of the last one", async () => {
    const alarm = panel(page, "Nightly backups need a look");
    await expect(alarm).toContainText(
      "They have failed since 14 Nov 2026, 3:30 pm: The disk that holds /backups is full",
    );
    await expect(alarm).toContainText(/is 3 days old \(.+, 31 MB\)/);
  });
  await test.step("today's sessions have their time, caller, expert and state", async () => {
    const today = panel(page, "Today (1)");
    await expect(today.getByRole("listitem")).toHaveText("11:00 amAsha Kulkarni with TaraBooked");
    await expect(today.getByRole("link")).toHaveAttribute("href", "/admin/appointments?look=day");
  });
  await test.step("video sessions without a link have the time left and lead to where it is given", async () => {
    const missing = panel(page, "Video sessions without a link (1)");
    await expect(missing.getByRole("listitem")).toHaveText(/Asha Kulkarni with Tarain 5 hours$/);
    await expect(missing.getByRole("link", { name: "Give the links" })).toHaveAttribute(
      "href",
      "/admin/appointments?view=attention",
    );
  });
  await test.step("payments to check and orders without stock come first", async () => {
    const payments = panel(page, "Payments that need a look (1)");
    await expect(payments).toContainText("₹900: The amount is not the order's total.");
    await expect(payments).toContainText("pay_odd, 14 Nov 2026, 3:30 pm");
    await expect(payments.getByRole("link")).toHaveAttribute("href", `/admin/orders/${order._id}`);
    const short = panel(page, "Paid, but out of stock (1)");
    await expect(short).toContainText("Asha Kulkarni, 14 Nov 2026, 3:30 pm");
    await expect(short.getByRole("link")).toHaveAttribute("href", `/admin/orders/${order._id}`);
    await expect(page.getByRole("link", { name: "All paid orders" })).toHaveAttribute(
      "href",
      "/admin/orders?status=paid",
    );
  });
  await test.step("is accessible, fits at all widths and shows the sandbox notice", async () => {
    await expect(page.getByText("Payments are in sandbox mode: no money moves.")).toBeVisible();
    await expectAccessibleAndFits(page);
  });
  await test.step("lists the sales day by day", async () => {
    await page.getByText("Day by day").click();
    const rows = panel(page, "Paid sales").getByRole("row");
    await expect(rows).toHaveCount(31);
    await expect(rows.filter({ hasText: "14 Oct 2026" })).toHaveText("14 Oct 20262₹4,999.50");
  });
});
