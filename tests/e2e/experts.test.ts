import { demoExperts } from "../../demo/records.ts";
import { defaultSettings } from "../../site.config.ts";
import type { SlotList } from "../../src/contracts/appointments/schedule.ts";
import type { Expert } from "../../src/contracts/catalogue/expert.ts";
import { expectAccessible, expectAccessibleAndFits } from "./support/accessibility.ts";
import { cartButton } from "./support/cart.ts";
import { readStructuredData, sidewaysScroll } from "./support/checks.ts";
import { test } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { cards, expectNoOverlayEntry, PHONE, tabTo, visit } from "./support/visit.ts";

const { business: site } = defaultSettings;

const title = (name: string) => ({ level: 1, name, exact: true }) as const;

test("the demo's experts have a link for hours by video", async ({ request }) => {
  const experts = (await (await request.get("/api/experts")).json()) as Expert[];
  for (const { form } of demoExperts) {
    const { _id } = experts.find(({ name }) => name === form.name)!;
    const { calls } = (await (await request.get(`/api/experts/${_id}/slots?minutes=60`)).json()) as SlotList;
    expect(calls, form.name).toEqual({ audio: "expert_calls", video: "link" });
  }
});

test("the list shows the founder first and the known details of each expert; a page has the rest with defaults, and a session is booked by keyboard", async ({
  page,
  makeRecord,
}) => {
  const bare = await makeRecord("experts");
  const long = await makeRecord("experts", { price: 40, domain: `${"Unreasonable".repeat(8)}, Tarot` });
  const expert = await makeRecord(
    "experts",
    {
      ...{ languages: "Hindi, Tamil", domain: "Tarot, Reiki,Vastu", exp: 8, status: "online" },
      ...{ price: 45, audioPrice: 40, videoPrice: 55, description: `One\ntwo ${"Long. ".repeat(400)}` },
      ...{ topics: "Career\nFamily", sampleQuestions: "Which way?" },
    },
    1,
  );
  await visit(page, "/experts");
  await expect(page.getByRole("heading", title("Our Experts"))).toBeVisible();
  const main = page.getByRole("main");
  const card = cards(page).filter({ hasText: expert.name });
  const booking = page.getByRole("region", { name: "Book a session" });

  await test.step("the founder is first, highlighted and the only one tagged Founder", async () => {
    const founder = cards(page).first();
    await expect(founder.getByRole("heading")).toHaveText(site.founder);
    await expect(founder.getByText("Founder", { exact: true })).toBeVisible();
    await expect(main.getByText("Founder", { exact: true })).toHaveCount(1);
    const colours = await cards(page).evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
    expect(colours.filter((colour) => colour === colours[0])).toHaveLength(1);
    await founder.getByRole("link", { name: site.founder, exact: true }).click();
    await expect(page.getByRole("heading", title(site.founder))).toBeVisible();
    await expect(main.getByText("Founder", { exact: true })).toBeVisible();
    await page.goBack();
  });
  await test.step("a card shows picture, dot, name, experience, languages, domains, status and price", async () => {
    await expect(card.locator("img")).toHaveAttribute("src", /\/uploads\//);
    await expect(card.locator(".online-dot-on")).toBeVisible();
    await expect(card.getByRole("heading", { name: expert.name })).toBeVisible();
    for (const text of ["Exp. 8 years", "Hindi, Tamil", "Online", "₹ 45/min", "Call"])
      await expect(card.getByText(text, { exact: true })).toBeVisible();
    await expect(card.getByRole("listitem")).toHaveText(["Tarot", "Reiki", "Vastu"]);
    await expect(card.locator("a a, a button, button a")).toHaveCount(0);
  });
  await test.step("a card omits missing fields, and languages default to English", async () => {
    const other = cards(page).filter({ hasText: bare.name });
    await expect(other.getByText("English", { exact: true })).toBeVisible();
    await expect(other.getByText("Offline", { exact: true })).toBeVisible();
    await expect(other.locator(".online-dot-on")).toHaveCount(0);
    await expect(other.getByText(/Exp\.|₹|null/)).toHaveCount(0);
  });
  await test.step("the list is accessible, and on a phone the cart is beside Call", async () => {
    await expect(cards(page).filter({ hasText: long.name })).toBeVisible();
    await expectAccessibleAndFits(page);
    await page.setViewportSize({ width: 390, height: 740 });
    const [call, cart] = [page.getByRole("link", { name: /^Call/ }).first(), cartButton(page)];
    expect((await cart.boundingBox())!.x + 48).toBeLessThan((await call.boundingBox())!.x);
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  await test.step("missing fields of the page have defaults, and without a price there is a WhatsApp link", async () => {
    await cards(page).getByRole("link", { name: bare.name, exact: true }).click();
    await expect(page.getByRole("heading", title(bare.name))).toBeVisible();
    await expect(page.getByRole("definition")).toHaveText(["English", "Spiritual Consultation"]);
    await expect(page.getByText("No detailed information available for this expert.", { exact: true })).toBeVisible();
    for (const name of ["Topics", "Questions you could bring"])
      await expect(page.getByRole("region", { name })).toHaveCount(0);
    await expect(page.getByRole("table")).toHaveCount(0);
    await expect(booking.getByRole("button")).toHaveCount(0);
    await expect(booking.getByRole("link", { name: "Enquire on WhatsApp" })).toHaveAttribute("href", /wa\.me/);
    await page.goBack();
    await expect(page.getByRole("heading", title("Our Experts"))).toBeVisible();
  });
  await test.step("Call leads to the booking, by keyboard and by mouse", async () => {
    const call = card.getByRole("link", { name: `Call ${expert.name}` });
    await card.getByRole("link", { name: expert.name, exact: true }).focus();
    await page.keyboard.press("Tab");
    await expect(call).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(booking).toBeFocused();
    await expect(booking).toBeInViewport();
    await expect(page).toHaveURL(`/experts/${expert._id}#booking`);
    await page.goBack();
    await expect(page.getByRole("heading", title("Our Experts"))).toBeVisible();
    await call.click();
    await expect(booking).toBeInViewport();
    await page.goBack();
    // The page of an expert has a card too.
    await expect(page.getByRole("heading", title("Our Experts"))).toBeVisible();
  });
  await test.step("the rest of the card leads to the page with picture, status, details, about and prices", async () => {
    await card.click({ position: { x: 20, y: 20 } });
    await expect(page).toHaveURL(`/experts/${expert._id}`);
    await expect(main.getByRole("heading", title(expert.name))).toBeVisible();
    await expect(main.getByRole("img", { name: `Portrait of ${expert.name}` })).toBeVisible();
    await expect(main.getByText("Online", { exact: true })).toBeVisible();
    await expect(main.getByText("Founder", { exact: true })).toHaveCount(0);
    await expect(main.getByRole("term")).toHaveText(["Experience", "Languages", "Specialization"]);
    await expect(main.getByRole("definition")).toHaveText(["8 years", "Hindi, Tamil", "Tarot, Reiki,Vastu"]);
    expect(await main.getByRole("region", { name: "About" }).getByText("One").innerText()).toMatch(/^One\ntwo/);
    await expect(main.getByRole("region", { name: "Topics" }).getByRole("listitem")).toHaveText(["Career", "Family"]);
    await expect(main.getByRole("region", { name: "Questions you could bring" })).toContainText("Which way?");
    await expect(main.getByText(/^Online: takes sessions these days\. We contact you within a day/)).toBeVisible();
    await expect(page.getByRole("article").getByText("₹ 45/min", { exact: true })).toBeVisible();
    await expect(booking.getByRole("button")).toHaveText([/Audio.*₹ 40\/min/, /Video.*₹ 55\/min/]);
    const [person, crumbs] = await readStructuredData(page);
    expect(person).toMatchObject({ "@type": "Person", name: expert.name });
    expect(crumbs).toMatchObject({ "@type": "BreadcrumbList" });
    await expectAccessible(page);
  });
  await test.step("a session can be booked by keyboard; Escape and back close the dialog", async () => {
    await expect(page.getByRole("link", { name: "Book Now" })).toBeInViewport({ ratio: 1 });
    await page.getByRole("heading", { name: "About", exact: true }).scrollIntoViewIfNeeded();
    await expect(page.getByRole("link", { name: "Book a session" }), "the bar of phones").toBeHidden();
    const audio = page.getByRole("button", { name: /Audio/ });
    const dialog = page.getByRole("dialog", { name: "Choose Duration" });
    await tabTo(page, page.getByRole("link", { name: "Book Now" }));
    await page.keyboard.press("Enter");
    await tabTo(page, audio, 2);

    await page.keyboard.press("Enter");
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(audio).toBeFocused();
    await expectNoOverlayEntry(page);

    await page.keyboard.press("Enter");
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(`/experts/${expert._id}`);

    await audio.press("Enter");
    await tabTo(page, dialog.getByRole("radio", { name: "30 minutes" }), 3);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    const [line] = await page.evaluate(() => JSON.parse(localStorage.getItem("cart") ?? ""));
    expect(line).toMatchObject({ itemId: `${expert._id}-audio-60`, price: 2400, qty: 1 });
  });
});

test.describe("on a phone", () => {
  test.use(PHONE);

  test("Book Now leads to the booking; a session is chosen by kind and duration, priced, and added to the cart", async ({
    page,
    makeRecord,
  }) => {
    const prices = { price: 40, videoPrice: 55.5 };
    const expert = await makeRecord("experts", { ...prices, description: "Long. ".repeat(400) }, 1);
    await visit(page, `/experts/${expert._id}`);
    const booking = page.getByRole("region", { name: "Book a session" });
    await expect(page.getByRole("link", { name: "Book Now" })).toBeInViewport({ ratio: 1 });
    await expect(booking).not.toBeInViewport();
    await page.getByRole("link", { name: "Book Now" }).click();
    await expect(booking.getByRole("button", { name: /Video/ })).toBeInViewport({ ratio: 1 });
    await expect(booking).toBeFocused();

    await test.step("a bar with a link to the booking stays in view beside the cart", async () => {
      const bar = page.getByRole("link", { name: "Book a session" });
      await page.getByRole("heading", { name: "About", exact: true }).scrollIntoViewIfNeeded();
      await page.evaluate(() => scrollTo(0, scrollY + 500));
      await expect(bar).toBeInViewport({ ratio: 1 });
      const [link, cart] = [(await bar.boundingBox())!, (await cartButton(page).boundingBox())!];
      expect(link.x + link.width).toBeLessThan(cart.x);
      await bar.click();
      await expect(booking).toBeFocused();
    });

    await page.getByRole("button", { name: /Video/ }).click();
    const dialog = page.getByRole("dialog", { name: "Choose Duration" });
    await expect(dialog.getByRole("radio")).toHaveCount(3);
    const total = dialog.getByText("Total").locator("..");
    for (const [minutes, price] of [
      [30, "₹1,665"],
      [60, "₹3,330"],
      [90, "₹4,995"],
    ] as const) {
      const choice = dialog.getByText(`${minutes} minutes`);
      expect((await choice.locator("..").boundingBox())!.height).toBeGreaterThanOrEqual(44);
      await choice.click();
      await expect(dialog.getByRole("radio", { name: `${minutes} minutes` })).toBeChecked();
      await expect(total).toContainText(price);
    }
    await expect(dialog.getByText("*Charges calculated at ₹55.50/minute", { exact: true })).toBeVisible();
    await expectAccessible(page);
    expect(await sidewaysScroll(page)).toBe(0);

    await dialog.getByRole("button", { name: "Add to cart" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("status").getByRole("link", { name: "View cart" })).toHaveAttribute("href", "/cart");
    const cart = await page.evaluate(() => JSON.parse(localStorage.getItem("cart") ?? ""));
    expect(cart).toEqual([
      {
        itemId: `${expert._id}-video-90`,
        itemType: "consultancy",
        title: `${expert.name} (Video, 90 min)`,
        price: 4995,
        image: expert.images[0],
        qty: 1,
      },
    ]);
    await expect(page.getByRole("main").getByText("1 in your cart").filter({ visible: true })).toBeVisible();
    await page.getByRole("button", { name: /Video/ }).click();
    await expect(dialog.getByText("1 in your cart")).toBeVisible();
    await dialog.getByText("30 minutes").click();
    await expect(dialog.getByText("1 in your cart")).toHaveCount(0);
    await dialog.getByText("90 minutes").click();
    await dialog.getByRole("link", { name: "View cart" }).click();
    await expect(page).toHaveURL("/cart");
  });
});
