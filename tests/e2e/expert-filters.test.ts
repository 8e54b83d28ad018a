import type { Page } from "@playwright/test";
import { expectAccessible } from "./support/accessibility.ts";
import { setHours } from "./support/appointments.ts";
import { withoutScripts } from "./support/checks.ts";
import { test, uniqueWord } from "./support/own-records.ts";
import { expect } from "./support/test.ts";
import { cards, visit } from "./support/visit.ts";

test("filters by language, topic, price and next free time, by link and without scripts, only with values that exist", async ({
  browser,
  page,
  request,
  shop,
  ownerToken,
  makeRecord,
}) => {
  const [language, topic] = [uniqueWord(), uniqueWord()];
  const dear = await makeRecord("experts", { languages: `Hindi, ${language}`, domain: `Tarot, ${topic}`, price: 90 });
  const cheap = await makeRecord("experts", { languages: language, domain: "Reiki", topics: topic, price: 11 });
  const other = await makeRecord("experts", { languages: language, price: 12 });
  await setHours(request, ownerToken, cheap);
  const names = (shown: Page) => cards(shown).getByRole("heading");
  const form = (shown: Page) => shown.getByRole("form", { name: "Filter experts" });

  await test.step("the form leads to an address that can be shared", async () => {
    await visit(page, "/experts");
    await expect(cards(page).filter({ hasText: cheap.name })).toContainText(
      /Next: \w{3} \d+ \w{3}, \d+:\d\d [ap]m IST/,
    );
    await form(page).getByLabel("Language").selectOption(language);
    await form(page).getByLabel("Topic").selectOption(topic);
    await form(page).getByRole("button", { name: "Show experts" }).click();
    await expect(page).toHaveURL(`/experts?language=${language}&topic=${topic}`);
    await expect(names(page)).toHaveText([cheap.name, dear.name]);
    await expect(form(page)).toContainText(/2 of \d+ experts/);
    await form(page).getByLabel("Price").selectOption("Up to ₹ 11/min");
    await form(page).getByRole("button", { name: "Show experts" }).click();
    await expect(names(page)).toHaveText([cheap.name]);
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", /\/experts$/);
    await expectAccessible(page, "form[aria-label='Filter experts']");
    await page.getByRole("link", { name: "Clear filters" }).click();
    await expect(page).toHaveURL("/experts");
    await expect(page.locator("meta[name=robots]")).toHaveCount(0);
  });
  await test.step("without scripts it is a GET form; unknown values are ignored", async () => {
    const plain = await withoutScripts(browser, shop.url, `/experts?language=${language.toUpperCase()}&topic=nothing`);
    await expect(form(plain).getByLabel("Language")).toHaveValue(language);
    await expect(names(plain)).toHaveText([other.name, cheap.name, dear.name]);
    await form(plain).getByLabel("Next free time").selectOption("This week");
    await form(plain).getByRole("button", { name: "Show experts" }).click();
    await expect(names(plain)).toHaveText([cheap.name]);
    await form(plain).getByLabel("Topic").selectOption("Tarot");
    await form(plain).getByRole("button", { name: "Show experts" }).click();
    await expect(plain.getByText("Nobody fits all of this")).toBeVisible();
    await plain.context().close();
  });
});
