/** `npm run shots`: photographs every screen at three widths into shots/. `npm run shots -- cart`: only names with that word. */
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { hydrated } from "../tests/support/hydrated.ts";
import { type ShopProcess, startShop } from "../tests/support/shop-process.ts";
import { temporaryFolder } from "../tests/support/temporary-folder.ts";
import { OWNER } from "./shots-sample-orders.ts";
import { loadShopData, screens } from "./shots-screens.ts";
import { type Screen, type ShopData, type Width, widths } from "./shots-shop.ts";

const folder = path.resolve(import.meta.dirname, "../shots");
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
const heights = { 360: 740, 768: 1024, 1280: 860 } satisfies Record<Width, number>;
/** For the actions before a photograph: a missing button should fail soon. */
const ACTION_TIMEOUT_MS = 5_000;
/** For pages and pictures, also on a busy machine. */
const PAGE_TIMEOUT_MS = 60_000;

interface Setup {
  browser: Browser;
  shops: Record<NonNullable<Screen["shop"]>, { url: string; data: ShopData }>;
}

/** Scrolls through the page, so that lazy pictures load. */
async function loadLazyPictures(page: Page) {
  for (let step = 0; step < 40; step++) {
    const isAtEnd = await page.evaluate(() => {
      scrollBy(0, innerHeight);
      return scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
    });
    if (isAtEnd) break;
  }
  // Wait two frames for sticky elements to move back.
  await page.evaluate(() => {
    scrollTo(0, 0);
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  await page.waitForLoadState("networkidle", { timeout: PAGE_TIMEOUT_MS });
}

/** Takes one photograph. Returns the error of `open`, if any. */
async function photograph({ browser, shops }: Setup, screen: Screen, width: Width) {
  const { url, data } = shops[screen.shop ?? "demo"];
  const isScripted = screen.scripts ?? true;
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: heights[width] },
    reducedMotion: "reduce",
    javaScriptEnabled: isScripted,
  });
  context.setDefaultTimeout(ACTION_TIMEOUT_MS);
  try {
    const page = await context.newPage();
    const cart = JSON.stringify(screen.cart?.(data) ?? []);
    await context.addInitScript((stored) => localStorage.setItem("cart", stored), cart);
    if (screen.isCustomer) await context.addInitScript((token) => localStorage.setItem("token", token), data.token);
    if (screen.isOwner) await context.addInitScript((token) => localStorage.setItem("token", token), data.ownerToken);
    await page.goto(typeof screen.path === "string" ? screen.path : screen.path(data), {
      waitUntil: "networkidle",
      timeout: PAGE_TIMEOUT_MS,
    });
    if (isScripted) await hydrated(page);
    const isWhole = screen.open === undefined || screen.whole === true;
    if (isWhole && isScripted) await loadLazyPictures(page);
    const fault = await screen.open?.(page).then(
      () => undefined,
      (error: Error) => error.message.split("\n")[0],
    );
    // Move the pointer away from any hover effect.
    await page.mouse.move(0, 0);
    const file = path.join(folder, `${screen.name}-${width}.png`);
    await page.screenshot({ path: file, fullPage: isWhole, animations: "disabled", timeout: PAGE_TIMEOUT_MS });
    return fault;
  } finally {
    await context.close();
  }
}

async function photographAll(setup: Setup, selected: Screen[]) {
  let count = 0;
  for (const [index, screen] of selected.entries()) {
    const faults: string[] = [];
    for (const width of screen.only ?? widths) {
      const fault = await photograph(setup, screen, width).catch((error: Error) => error.message.split("\n")[0]);
      if (fault) faults.push(`    at ${width} px: ${fault}`);
      count += 1;
    }
    console.log(`${`${index + 1}`.padStart(3)} of ${selected.length}  ${screen.name}`);
    for (const fault of faults) console.log(fault);
  }
  console.log(`${count} pictures in ${path.relative(process.cwd(), folder)}/`);
}

const selected = screens.filter(({ name }) => name.includes(process.argv[2] ?? ""));
const opened: { close(): Promise<unknown> }[] = [];
let isExiting = false;

async function openShop(settings: Record<string, string>) {
  const home = await temporaryFolder();
  opened.push({ close: home.remove });
  const shop: ShopProcess = await startShop({
    DATA_DIR: home.folder,
    LOG_LEVEL: "warn",
    RATE_LIMIT: "off",
    OWNER_PASSWORD: OWNER.password,
    ...settings,
  });
  opened.push({ close: () => shop.stop() });
  return { url: shop.url, data: await loadShopData(shop.url) };
}

/** Closes everything in reverse order, once. */
async function exit(code: number) {
  if (isExiting) return;
  isExiting = true;
  // An interrupted browser may throw although it closes.
  for (const { close } of opened.reverse()) await close().catch(() => undefined);
  process.exit(code);
}
process.on("SIGINT", () => exit(130));
process.on("SIGTERM", () => exit(143));

try {
  if (selected.length === 0) throw new Error(`No screen has “${process.argv[2]}” in its name.`);
  if (process.argv[2] === undefined) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  console.log("Opening a shop with the demo catalogue and an empty one …");
  const shops = { demo: await openShop({}), empty: await openShop({ DEMO_DATA: "off" }) };
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args });
  opened.push(browser);
  await photographAll({ browser, shops }, selected);
  await exit(0);
} catch (error) {
  if (!isExiting) console.error(error instanceof Error ? error.message : error);
  await exit(1);
}
