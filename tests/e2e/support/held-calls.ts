import type { Page, Route } from "@playwright/test";

/** Calls to an address wait until they are let through; so it can be seen what the page does meanwhile. */
export async function holdCalls(page: Page, address: string | RegExp, answer = (route: Route) => route.continue()) {
  const { promise: released, resolve: letThrough } = Promise.withResolvers<void>();
  let held = 0;
  await page.route(address, async (route) => {
    held += 1;
    await released;
    await answer(route);
  });
  return { letThrough, count: () => held };
}
