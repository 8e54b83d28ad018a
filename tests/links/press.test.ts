import { readFileSync } from "node:fs";
import { type Browser, type BrowserContext, expect, test } from "@playwright/test";
import { openContext, type Plan, type PlannedPage, type Press, placeKey, storageOf } from "./crawl.ts";
import { allPatterns, pageKindOf, patternOf } from "./kinds.ts";
import type { Role } from "./people.ts";
import { type Device, type Place, TIMEOUT_MS, type WatchedPage, watchPage } from "./watched-page.ts";

const { url, people, pages, places } = JSON.parse(readFileSync(process.env.LINKS_PLAN!, "utf8")) as Plan;

/** A broken page fails at its first links: the others would each take as long. */
const MAX_FAULTS = 4;

/** Where a full load of the link's address leads. */
function targetOf({ role, path }: PlannedPage, { href }: Press): Place {
  const target = new URL(href, url + path);
  const place = places[placeKey(role, target.pathname + target.search)]!;
  return { ...place, path: place.path + target.hash };
}

const show = (place: Place | undefined) => JSON.stringify(place);

const nameOf = ({ href, kind, opener }: Press) => `${kind} (${href})${opener ? ` in “${opener.label}”` : ""}`;

async function leadsTo(watched: WatchedPage, action: string, ...places: [Place, ...Place[]]) {
  const here = await watched.arriveAt(places);
  if (!(await watched.isStill())) return [`${action} never ends`];
  const isThere = places.some((place) => show(place) === show(here));
  return isThere ? [] : [`${action} leads to ${show(here)} instead of ${show(places[0])}`];
}

const withoutHash = ({ path }: Place) => path.split("#")[0];

async function press(planned: PlannedPage, watched: WatchedPage, wanted: Press) {
  const { href, opener, isReplacing } = wanted;
  const target = targetOf(planned, wanted);
  if (opener) {
    const problem = await watched.pressOpener(opener);
    if (problem) return [`what opens it cannot be pressed: ${problem}`];
  }
  watched.record();
  const problem = await watched.pressLink(href);
  if (problem) return [`it cannot be pressed: ${problem}`];
  const origin = places[placeKey(planned.role, planned.path)]!;
  const isElsewhere = withoutHash(target) !== withoutHash(origin);
  // A link to a part of its own page may open that part in a dialog instead.
  const accepted = isElsewhere ? [] : [origin];
  const faults = [...(await leadsTo(watched, "the press", target, ...accepted)), ...watched.faults()];
  if (faults.length === 0 && isElsewhere && (!isReplacing || opener)) {
    await watched.page.goBack();
    const back = await leadsTo(watched, "Back", origin);
    if (back.length === 0) return [];
    faults.push(...back);
  }
  await watched.load(planned.path);
  return faults;
}

/** Presses one of the links before the page's scripts have run, on every second page just before, and goes back. */
async function pressEarly(planned: PlannedPage, context: BrowserContext, seed: number) {
  const watched = await watchPage(context, planned.device);
  const { page } = watched;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const scripts = /\/assets\/.*\.js$/;
  await page.route(scripts, async (route) => {
    await released;
    await route.continue().catch(() => undefined);
  });
  await page.goto(planned.path, { waitUntil: "commit" });
  await page.waitForFunction(() => document.readyState !== "loading");
  if (await page.evaluate(() => "hydrated" in document.documentElement.dataset))
    return ["its scripts could not be held back"];
  const origin = places[placeKey(planned.role, planned.path)]!;
  const others = planned.presses.filter(
    (one) => !one.opener && withoutHash(targetOf(planned, one)) !== withoutHash(origin),
  );
  const inTurn = [...others.slice(seed % others.length), ...others.slice(0, seed % others.length)];
  for (const wanted of inTurn) {
    if (await watched.pressLink(wanted.href)) continue;
    if (seed % 2 === 1)
      await page.waitForURL((at) => at.href !== new URL(planned.path, url).href, {
        waitUntil: "commit",
        timeout: TIMEOUT_MS,
      });
    release();
    // The browser caches nothing as long as there is a route.
    await page.unroute(scripts);
    const faults = await leadsTo(watched, "the press", targetOf(planned, wanted));
    if (faults.length === 0) {
      await page.goBack();
      faults.push(...(await leadsTo(watched, "Back", origin)));
    }
    await page.close();
    return faults.map((fault) => `${nameOf(wanted)}, before the scripts have loaded: ${fault}`);
  }
  await page.close();
  return [];
}

const ofKinds = Map.groupBy(pages, ({ device, kind }) => `${device} ${kind}`);
const pressedEarly = new Set([...ofKinds.values()].map(([first]) => first));

/** Of this worker: a new context would load every script, font and picture again. */
const contexts = new Map<string, BrowserContext>();
async function contextOf(browser: Browser, role: Role, device: Device) {
  const person = people.find((one) => one.role === role)!;
  const known = contexts.get(`${role} ${device}`);
  await known?.setStorageState(storageOf(url, person));
  const context = known ?? (await openContext(browser, { url, device, person }));
  contexts.set(`${role} ${device}`, context);
  return context;
}

// The longest first: no worker is left alone with one at the end.
const inOrder = [...pages.entries()].sort(([, one], [, other]) => other.presses.length - one.presses.length);
for (const [index, planned] of inOrder) {
  const { role, device, kind, path, presses } = planned;
  test(`the links of ${kind}: ${role}, ${device}, ${path}`, async ({ browser }) => {
    const context = await contextOf(browser, role, device);
    const watched = await watchPage(context, device);
    await watched.load(path);
    const faults: string[] = [];
    for (const one of presses) {
      if (faults.length >= MAX_FAULTS) break;
      faults.push(...(await press(planned, watched, one)).map((fault) => `${nameOf(one)}: ${fault}`));
    }
    await watched.page.close();
    if (pressedEarly.has(planned)) faults.push(...(await pressEarly(planned, context, index)));
    expect(faults, `of ${presses.length} links`).toEqual([]);
  });
}

test("links and start pages reach every route", () => {
  const paths = Object.keys(places).map((key) => new URL(key.split(" ")[1]!, url).pathname);
  const reached = new Set(paths.map(patternOf));
  expect(allPatterns().filter((pattern) => !reached.has(pattern))).toEqual([]);
});

test("no link leads to an unknown page", () => {
  const dead = pages.flatMap(({ path, presses }) =>
    presses
      .filter(({ href }) => pageKindOf(new URL(href, url + path).pathname) === "/*")
      .map(({ href }) => `${path}: ${href}`),
  );
  expect(dead).toEqual([]);
});
