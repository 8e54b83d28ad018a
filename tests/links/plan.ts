import type { Browser } from "@playwright/test";
import { crawl, openContext, type Plan, type PlannedPage, placeKey } from "./crawl.ts";
import { makePeople, waitForSearches } from "./people.ts";
import { type Device, devices, watchPage } from "./watched-page.ts";

const withoutNumbers = (label = "") => label.replace(/\d+/g, "0");

/**
 * Of each kind of link on each kind of page one is pressed, by the first person who sees it. A menu, sheet or drawer is
 * the same on many pages: each of its links is pressed on one page, and on every page one of its links.
 */
function choose(pages: PlannedPage[], places: Plan["places"], url: string) {
  const taken = new Set<string>();
  const isNew = (...parts: string[]) => {
    const key = parts.join(" | ");
    return !taken.has(key) && taken.add(key);
  };
  const chosen: PlannedPage[] = [];
  for (const [index, page] of pages.entries()) {
    const { role, device, kind, path } = page;
    const isKnown = (href: string) => placeKey(role, new URL(href, url + path).href.slice(url.length)) in places;
    // A link whose target has been loaded already, where there is one.
    const inOrder = [...page.presses].sort((one, other) => Number(isKnown(other.href)) - Number(isKnown(one.href)));
    const plain = inOrder.filter(({ opener, ...link }) => !opener && isNew(device, kind, link.kind));
    const byOpener = Map.groupBy(inOrder, ({ opener }) => opener && withoutNumbers(opener.label));
    const opened = [...byOpener].flatMap(([label, links]) => {
      if (!label) return [];
      const fresh = links.filter((link) => isNew(device, label, link.kind));
      const isOther = isNew(device, kind, `in ${label}`);
      return fresh.length === 0 && isOther ? [links[index % links.length]!] : fresh;
    });
    const presses = [...plain, ...opened];
    if (presses.length > 0) chosen.push({ ...page, presses });
  }
  return chosen;
}

/** Runs the jobs, three at once. */
async function inThrees(jobs: (() => Promise<void>)[]) {
  const waiting = [...jobs];
  const work = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) await job();
  };
  await Promise.all([work(), work(), work()]);
}

export async function makePlan(browser: Browser, shop: { url: string; folder: string }): Promise<Plan> {
  const { url } = shop;
  const people = await makePeople(shop);
  const crawls = people.flatMap((person) => (Object.keys(devices) as Device[]).map((device) => ({ person, device })));
  const found: Awaited<ReturnType<typeof crawl>>[] = [];
  const jobs = crawls.map(({ person, device }, index) => async () => {
    if (person.role === "owner") await waitForSearches(shop, person);
    found[index] = await crawl(browser, url, device, person);
  });
  await inThrees(jobs);
  const places = Object.assign({}, ...found.map((one) => one.places)) as Plan["places"];
  const pages = choose(
    found.flatMap((one) => one.pages),
    places,
    url,
  );

  const loads = people.map((person) => async () => {
    const context = await openContext(browser, { url, device: "desktop", person });
    const watched = await watchPage(context, "desktop");
    for (const { path, presses } of pages.filter(({ role }) => role === person.role)) {
      for (const { href } of presses) {
        const target = new URL(href, url + path);
        const key = placeKey(person.role, target.pathname + target.search);
        places[key] ??= await watched.load(target.pathname + target.search);
      }
    }
    await context.close();
  });
  await inThrees(loads);
  return { url, people, pages, places };
}
