import type { Page, Route } from "@playwright/test";

/** Delays matching calls until `letThrough`, to test the pending state. */
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
