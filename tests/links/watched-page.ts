import { setTimeout as delay } from "node:timers/promises";
import type { BrowserContext } from "@playwright/test";

/** What a visitor sees of where they are. */
export interface Place {
  path: string;
  title: string;
  heading: string;
}

const PHONE = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const devices = { phone: PHONE, desktop: DESKTOP };
export type Device = keyof typeof devices;

/** The page stands still when nothing that it needs has been under way for this long. */
const STILL_MS = 100;
export const TIMEOUT_MS = 8_000;
const POLL_MS = 20;
const POLLING = { polling: POLL_MS, timeout: TIMEOUT_MS };
/** Calls of the API and the data of pages. */
const CALL = /\/api\/|\.data(?:\?|$)/;
const LOADED = new Set(["document", "script", "fetch", "xhr", "stylesheet"]);

export interface Opener {
  label: string;
  /** Its place among those with this label. */
  nth: number;
  opensDialog: boolean;
}
export interface FoundLink {
  href: string;
  /** Whether it takes the place of the page in the history. */
  isReplacing: boolean;
}

/** Runs in the page. A dialog covers what is below it; the skip link is only for the keyboard. */
function visibleOf(selector: string) {
  const layer = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
  return [...layer.querySelectorAll<HTMLElement>(selector)].filter((element) => {
    const { width, height } = element.getBoundingClientRect();
    const isShown = element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1;
    return isShown && !element.matches(".skip-link");
  });
}
const VISIBLE_OF = visibleOf.toString();

/** Buttons that show more: menus, sheets, drawers, dialogs and folded parts. */
const OPENERS = "button[aria-haspopup=dialog]:enabled, button[aria-expanded=false]:enabled, summary";

const LABEL_OF = "(button) => (button.ariaLabel ?? button.textContent).trim()";

/** Runs in the page. Where it is; with `wanted`, only when that is one of these places. */
function placeAmong(wanted?: Place[]): Place | undefined {
  const here = {
    path: location.pathname + location.search + location.hash,
    title: document.title,
    heading: document.querySelector("h1")?.textContent?.trim() ?? "",
  };
  return !wanted || wanted.some((one) => JSON.stringify(one) === JSON.stringify(here)) ? here : undefined;
}

/** Runs in the page. The point at which an element can be pressed, or what is in its way. */
async function pointOf(element: HTMLElement | undefined) {
  if (!element) return "it is not there";
  // Text that gets its font moves what is below it.
  await document.fonts.ready;
  element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  // Sticky parts move, and the browser lays out what was far away.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const { left, top, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect();
  const point = { x: left + width / 2, y: top + height / 2 };
  const hit = document.elementFromPoint(point.x, point.y);
  return element.contains(hit) ? point : `it is covered by ${hit?.outerHTML.slice(0, 100)}`;
}

/** A page whose requests and console errors are recorded. */
export async function watchPage(context: BrowserContext, device: Device) {
  const isTouched = devices[device] === PHONE;
  const page = await context.newPage();
  const underWay = new Set<object>();
  let asked: string[] = [];
  let errors: string[] = [];
  let changedAt = Date.now();
  page.on("request", (request) => {
    asked.push(request.url());
    if (LOADED.has(request.resourceType())) underWay.add(request);
    changedAt = Date.now();
  });
  const finish = (request: object) => {
    if (underWay.delete(request)) changedAt = Date.now();
  };
  page.on("requestfinished", finish);
  page.on("requestfailed", finish);
  page.on("framenavigated", (frame) => {
    // The browser drops what the page before was waiting for.
    if (frame === page.mainFrame()) changedAt = Date.now();
  });
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));

  const place = async () => (await page.evaluate(placeAmong, undefined))!;

  /** False when the page never stands still, as in a loop of requests. */
  async function isStill() {
    const deadline = Date.now() + TIMEOUT_MS;
    while (Date.now() < deadline) {
      const leftMs = changedAt + STILL_MS - Date.now();
      const isQuiet = underWay.size === 0 && leftMs <= 0;
      if (isQuiet && (await page.locator(".pending-bar").count()) === 0) return true;
      await delay(Math.max(leftMs, POLL_MS));
    }
    return false;
  }

  /** Returns what is in the way, if anything is. */
  async function pressOn(found: string) {
    const point: { x: number; y: number } | string = await page.evaluate(`(${pointOf})(${found})`);
    if (typeof point === "string") return point;
    if (isTouched) await page.touchscreen.tap(point.x, point.y);
    else await page.mouse.click(point.x, point.y);
    return undefined;
  }

  return {
    page,
    isStill,

    /** Loads the whole document, and says where that leads. */
    async load(path: string) {
      underWay.clear();
      await page.goto(path);
      await page.waitForFunction(() => "hydrated" in document.documentElement.dataset, undefined, { polling: POLL_MS });
      // Until then a page that loads in the browser shows its frame only.
      const hasHeading = () => Boolean(document.querySelector("h1")?.textContent?.trim());
      await page.waitForFunction(hasHeading, undefined, POLLING).catch(() => undefined);
      await isStill();
      return place();
    },

    /** Waits until the page is at one of these places, and says where it is. */
    async arriveAt(expected: Place[]) {
      const found = await page.waitForFunction(placeAmong, expected, POLLING).catch(() => undefined);
      // A document that is being replaced cannot be asked.
      return (await found?.jsonValue().catch(() => undefined)) ?? place().catch(() => undefined);
    },

    async closeDialogs() {
      // The history entry of a closed dialog goes later.
      const isOpen = () => document.querySelector("dialog[open]") !== null || Boolean(history.state?.overlay);
      const deadline = Date.now() + TIMEOUT_MS;
      while (await page.evaluate(isOpen)) {
        if (Date.now() > deadline) throw new Error(`A dialog at ${page.url()} stays open.`);
        await page.keyboard.press("Escape");
        await delay(POLL_MS);
      }
      await isStill();
    },

    record() {
      asked = [];
      errors = [];
    },
    /** What was noticed since `record` and should not be. */
    faults() {
      const times = new Map<string, number>();
      for (const url of asked) times.set(url, (times.get(url) ?? 0) + 1);
      const repeated = [...times]
        .filter(([, count]) => count > 2)
        .map(([url, count]) => `asked ${count} times: ${url}`);
      const calls = asked.filter((url) => CALL.test(url));
      const many = calls.length > 5 ? [`${calls.length} calls: ${calls.slice(0, 12).join(" ")}`] : [];
      return [...errors.map((text) => `in the console: ${text}`), ...repeated, ...many];
    },

    /** The links to pages of the shop that can be pressed now. */
    links: (): Promise<FoundLink[]> =>
      page.evaluate(`(${VISIBLE_OF})("a[href]")
        .filter((link) => !link.target && !link.download && link.origin === location.origin)
        .map((link) => ({ href: link.getAttribute("href"), isReplacing: "replace" in link.dataset }))`),

    openers: async (): Promise<Opener[]> => {
      const all: Omit<Opener, "nth">[] = await page.evaluate(`(${VISIBLE_OF})("${OPENERS}")
        .map((button) => ({ label: (${LABEL_OF})(button), opensDialog: button.ariaHasPopup === "dialog" }))`);
      return all.map((one, at) => ({
        ...one,
        nth: all.slice(0, at).filter(({ label }) => label === one.label).length,
      }));
    },

    /** Presses what a person sees: by finger on a phone, else with a mouse. Returns what is in the way of it. */
    async pressOpener({ label, nth, opensDialog }: Opener) {
      const isIt = `(one) => (${LABEL_OF})(one) === ${JSON.stringify(label)}`;
      const problem = await pressOn(`(${VISIBLE_OF})("${OPENERS}").filter(${isIt})[${nth}]`);
      if (problem) return problem;
      if (opensDialog) {
        const isOpen = () => document.querySelector("dialog[open]") !== null;
        const wait = page.waitForFunction(isOpen, undefined, POLLING);
        if (!(await wait.catch(() => undefined))) return "it opens no dialog";
      }
      await isStill();
      return undefined;
    },
    pressLink: (href: string) =>
      pressOn(
        `(${VISIBLE_OF})("a[href]").find((one) => !one.target && one.getAttribute("href") === ${JSON.stringify(href)})`,
      ),
  };
}
export type WatchedPage = Awaited<ReturnType<typeof watchPage>>;
