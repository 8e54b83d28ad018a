import type { Page } from "@playwright/test";
import { cartButton } from "./cart-drawer.ts";

/** The controls that the floating cart lies on while the page is scrolled to its end, or from its top in steps. */
const controlsUnderCart = (page: Page, isEndOnly: boolean) =>
  cartButton(page).evaluate((cart, onlyEnd) => {
    const box = cart.getBoundingClientRect();
    const controls = [...document.querySelectorAll("main :is(a, button, input, select, textarea, summary), footer a")];
    const isUnder = (control: Element) => {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const [x, width] = [Math.max(left, box.left), Math.min(right, box.right) - Math.max(left, box.left)];
      const [y, height] = [Math.max(top, box.top), Math.min(bottom, box.bottom) - Math.max(top, box.top)];
      if (width < 1 || height < 1) return false;
      const below = document.elementsFromPoint(x + width / 2, y + height / 2).find((one) => !cart.contains(one));
      return control.contains(below ?? null);
    };
    const end = document.documentElement.scrollHeight - innerHeight;
    const covered = new Set<string>();
    for (let y = onlyEnd ? end : 0; y <= end; y += 150) {
      scrollTo(0, y);
      for (const control of controls.filter(isUnder)) covered.add(control.outerHTML.slice(0, 120));
    }
    return [...covered];
  }, isEndOnly);

async function atEachWidth(page: Page, isEndOnly: boolean, widths = [320, 390, 768, 1280]) {
  const found: Record<number, string[]> = {};
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 });
    const covered = await controlsUnderCart(page, isEndOnly);
    if (covered.length > 0) found[width] = covered;
  }
  return found;
}

/** At each width: empty when every control can be scrolled clear of the cart, because the page ends with room for it. */
export const controlsUnderCartAtEnd = (page: Page, widths?: number[]) => atEachWidth(page, true, widths);

/** At each width: empty when the cart covers no control wherever the page is scrolled to. */
export const controlsEverUnderCart = (page: Page, widths?: number[]) => atEachWidth(page, false, widths);
