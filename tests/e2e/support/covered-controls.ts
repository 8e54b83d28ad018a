import type { Page } from "@playwright/test";
import { cartButton } from "./cart-drawer.ts";

/** The controls that the floating cart lies on where the page is scrolled to now. */
const controlsUnderCart = (page: Page) =>
  cartButton(page).evaluate((cart) => {
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
    return controls.filter(isUnder).map((control) => control.outerHTML.slice(0, 120));
  });

/** Every control can be scrolled clear of the floating cart: at the page's end there is room for it. */
export async function controlsUnderCartAtEnd(page: Page) {
  const found: Record<number, string[]> = {};
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const covered = await controlsUnderCart(page);
    if (covered.length > 0) found[width] = covered;
  }
  return found;
}

/** The same wherever the page is scrolled to. */
export async function controlsEverUnderCart(page: Page, step = 200) {
  const covered: string[] = [];
  const end = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let y = 0; y < end; y += step) {
    await page.evaluate((to) => scrollTo(0, to), y);
    covered.push(...(await controlsUnderCart(page)));
  }
  return covered;
}
