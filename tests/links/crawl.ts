import type { Browser } from "@playwright/test";
import { linkKindOf, pageKindOf } from "./kinds.ts";
import type { Person, Role } from "./people.ts";
import {
  type Device,
  devices,
  type FoundLink,
  type Opener,
  type Place,
  type WatchedPage,
  watchPage,
} from "./watched-page.ts";

export interface Press extends FoundLink {
  kind: string;
  /** What has to be pressed first. */
  opener: Opener | undefined;
}
/** A page with the links to press on it. */
export interface PlannedPage {
  role: Role;
  device: Device;
  kind: string;
  path: string;
  presses: Press[];
}
export interface Plan {
  url: string;
  people: Person[];
  pages: PlannedPage[];
  /** Where a full load of an address leads, by role and address. */
  places: Record<string, Place>;
}

/** Buttons that show more are pressed once on each kind of page: those of the items of a list differ by name only. */
const MAX_OPENERS = 10;

export const placeKey = (role: Role, path: string) => `${role} ${path.split("#")[0]}`;

/** What the browser of this person has stored. */
export const storageOf = (url: string, { stored }: Person) => ({
  cookies: [],
  origins: [{ origin: url, localStorage: stored }],
});

/** A context of this person with this device. */
export const openContext = (
  browser: Browser,
  { url, device, person }: { url: string; device: Device; person: Person },
) =>
  browser.newContext({
    ...devices[device],
    baseURL: url,
    reducedMotion: "reduce",
    storageState: storageOf(url, person),
  });

/** The API, uploads and files are no pages: `src/web/layout/navigation.tsx`. */
const isShop = (href: string, url: string) => {
  const { origin, pathname } = new URL(href, url);
  return origin === new URL(url).origin && !/^\/(?:api|uploads|sandbox)\/|\.\w+$/.test(pathname);
};

/** The links of the page that is shown, with those that its menus, sheets and dialogs show when they are opened. */
async function findPresses(watched: WatchedPage, here: URL, opened: Set<string>): Promise<Press[]> {
  const found: Press[] = [];
  const add = (links: FoundLink[], opener?: Opener) => {
    for (const link of links) {
      const target = new URL(link.href, here);
      if (isShop(link.href, here.href)) found.push({ ...link, kind: linkKindOf(target), opener });
    }
  };
  const plain = await watched.links();
  add(plain);
  const known = new Set(plain.map(({ href }) => href));
  for (const opener of await watched.openers()) {
    const sort = opener.label.replace(/\d+/g, "0");
    if (opened.has(sort) || opened.size >= MAX_OPENERS) continue;
    opened.add(sort);
    const problem = await watched.pressOpener(opener);
    const shown = problem ? [] : await watched.links();
    add(opener.opensDialog ? shown : shown.filter(({ href }) => !known.has(href)), opener);
    for (const { href } of opener.opensDialog ? [] : shown) known.add(href);
    await watched.closeDialogs();
  }
  return found;
}

/** Follows the links that this person finds, and looks at some pages of each kind. */
export async function crawl(browser: Browser, url: string, device: Device, person: Person) {
  const context = await openContext(browser, { url, device, person });
  const watched = await watchPage(context, device);
  const pages: Omit<PlannedPage, "presses">[] = [];
  const presses = new Map<string, Press[]>();
  const places: Plan["places"] = {};
  const waiting = [...person.starts];
  const seen = new Set(waiting);
  const openedOn = new Map<string, Set<string>>();
  const samples = new Map<string, number>();
  for (const path of waiting) {
    const place = await watched.load(path);
    places[placeKey(person.role, path)] = place;
    const here = new URL(place.path, url);
    // A redirect leads to a page that is looked at under its own address.
    const own = new URL(path, url);
    if (here.pathname !== own.pathname) {
      if (!seen.has(place.path)) waiting.push(place.path);
      seen.add(place.path);
      continue;
    }
    const kind = pageKindOf(here.pathname);
    const opened = openedOn.get(kind) ?? new Set();
    openedOn.set(kind, opened);
    const found = await findPresses(watched, here, opened);
    pages.push({ role: person.role, device, kind, path });
    presses.set(path, found);
    for (const press of found) {
      const target = new URL(press.href, here);
      const next = target.pathname + target.search;
      // Two of a kind may differ: a course with and without a teacher.
      const most = person.role === "visitor" && !target.search ? 2 : 1;
      const count = samples.get(press.kind) ?? 0;
      if (seen.has(next) || count >= most) continue;
      samples.set(press.kind, count + 1);
      seen.add(next);
      waiting.push(next);
    }
  }
  await context.close();
  return { pages: pages.map((page) => ({ ...page, presses: presses.get(page.path)! })), places };
}
