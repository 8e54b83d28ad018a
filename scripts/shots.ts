/** `npm run shots`: photographs every screen at three widths into shots/. `npm run shots -- cart`: only those with that word. */
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { hydrated } from "../tests/support/hydrated.ts";
import { type ShopProcess, startShop } from "../tests/support/shop-process.ts";
import { temporaryFolder } from "../tests/support/temporary-folder.ts";
import { getToKnow, type Known, owner, type Screen, screens, type Width, widths } from "./shots-screens.ts";

const folder = path.resolve(import.meta.dirname, "../shots");
const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
const heights = { 360: 740, 768: 1024, 1280: 860 } satisfies Record<Width, number>;
/** For what a screen does before its picture; a button that is not there is told and not waited for much longer. */
const PATIENCE_MS = 5_000;
/** For pages and pictures: they do come, on a busy machine later. */
const LONG_PATIENCE_MS = 60_000;

interface Studio {
  browser: Browser;
  shops: Record<NonNullable<Screen["shop"]>, { url: string; known: Known }>;
}

/** Pictures below the first screen load when they are scrolled to. */
async function wakePictures(page: Page) {
  for (let step = 0; step < 40; step++) {
    const isAtEnd = await page.evaluate(() => {
      scrollBy(0, innerHeight);
      return scrollY + innerHeight >= document.documentElement.scrollHeight - 2;
    });
    if (isAtEnd) break;
  }
  // Two frames later whatever sticks to the window has arrived at the top as well.
  await page.evaluate(() => {
    scrollTo(0, 0);
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  await page.waitForLoadState("networkidle", { timeout: LONG_PATIENCE_MS });
}

/** Takes one picture and answers what kept the screen from looking as described, if anything did. */
async function take({ browser, shops }: Studio, screen: Screen, width: Width) {
  const { url, known } = shops[screen.shop ?? "demo"];
  const isScripted = screen.scripts ?? true;
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: heights[width] },
    reducedMotion: "reduce",
    javaScriptEnabled: isScripted,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  try {
    const page = await context.newPage();
    const cart = JSON.stringify(screen.cart?.(known) ?? []);
    await context.addInitScript((stored) => localStorage.setItem("cart", stored), cart);
    if (screen.isCustomer) await context.addInitScript((token) => localStorage.setItem("token", token), known.token);
    if (screen.isOwner) await context.addInitScript((token) => localStorage.setItem("token", token), known.ownerToken);
    await page.goto(typeof screen.path === "string" ? screen.path : screen.path(known), {
      waitUntil: "networkidle",
      timeout: LONG_PATIENCE_MS,
    });
    if (isScripted) await hydrated(page);
    const isWhole = screen.open === undefined || screen.whole === true;
    if (isWhole && isScripted) await wakePictures(page);
    const fault = await screen.open?.(page).then(
      () => undefined,
      (error: Error) => error.message.split("\n")[0],
    );
    // The pointer would leave what it rests on looking pointed at.
    await page.mouse.move(0, 0);
    const file = path.join(folder, `${screen.name}-${width}.png`);
    await page.screenshot({ path: file, fullPage: isWhole, animations: "disabled", timeout: LONG_PATIENCE_MS });
    return fault;
  } finally {
    await context.close();
  }
}

async function takeAll(studio: Studio, wanted: Screen[]) {
  let count = 0;
  for (const [place, screen] of wanted.entries()) {
    const faults: string[] = [];
    for (const width of screen.only ?? widths) {
      const fault = await take(studio, screen, width).catch((error: Error) => error.message.split("\n")[0]);
      if (fault) faults.push(`    at ${width} px: ${fault}`);
      count += 1;
    }
    console.log(`${`${place + 1}`.padStart(3)} of ${wanted.length}  ${screen.name}`);
    for (const fault of faults) console.log(fault);
  }
  console.log(`${count} pictures in ${path.relative(process.cwd(), folder)}/`);
}

const wanted = screens.filter(({ name }) => name.includes(process.argv[2] ?? ""));
const opened: { close(): Promise<unknown> }[] = [];
let isLeaving = false;

async function openShop(settings: Record<string, string>) {
  const home = await temporaryFolder();
  opened.push({ close: home.remove });
  const shop: ShopProcess = await startShop({
    DATA_DIR: home.folder,
    LOG_LEVEL: "warn",
    RATE_LIMIT: "off",
    OWNER_PASSWORD: owner.password,
    ...settings,
  });
  opened.push({ close: () => shop.stop() });
  return { url: shop.url, known: await getToKnow(shop.url) };
}

/** Last opened, first closed; asked twice it happens once. */
async function leave(code: number) {
  if (isLeaving) return;
  isLeaving = true;
  // Interrupted, the browser may complain about a page that was just being opened; it closes all the same.
  for (const { close } of opened.reverse()) await close().catch(() => undefined);
  process.exit(code);
}
process.on("SIGINT", () => leave(130));
process.on("SIGTERM", () => leave(143));

try {
  if (wanted.length === 0) throw new Error(`No screen has “${process.argv[2]}” in its name.`);
  if (process.argv[2] === undefined) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  console.log("Opening a shop with the demo catalogue and an empty one …");
  const shops = { demo: await openShop({}), empty: await openShop({ DEMO_DATA: "off" }) };
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args });
  opened.push(browser);
  await takeAll({ browser, shops }, wanted);
  await leave(0);
} catch (error) {
  if (!isLeaving) console.error(error instanceof Error ? error.message : error);
  await leave(1);
}
