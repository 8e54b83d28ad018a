import { type Browser, chromium, type Page } from "@playwright/test";
import { hydrated } from "../../tests/support/hydrated.ts";
import type { Environment, RunningShop } from "../environment.ts";
import { type Check, type Findings, round } from "../findings.ts";

/** Slow 4G as Lighthouse defines it, and as Chrome's developer tools emulate it, where every request pays the connection latency. */
const LINE = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
const HEAVIER_LINE = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 };
const CPU_SLOWDOWN = 4;
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];
const KINDS = ["Document", "Stylesheet", "Script", "Font", "Image"] as const;

type Weight = Record<(typeof KINDS)[number], number>;

interface Vitals {
  lcp: number;
  cls: number;
  /** From each touch or key to the next frame, from the Event Timing API. */
  interactions: number[];
}

/** Transferred bytes by kind. */
async function weigh(page: Page, line: typeof LINE) {
  const devtools = await page.context().newCDPSession(page);
  const kinds = new Map<string, string>();
  const weight: Weight = { Document: 0, Stylesheet: 0, Script: 0, Font: 0, Image: 0 };
  devtools.on("Network.responseReceived", ({ requestId, type }) => void kinds.set(requestId, type));
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const kind = KINDS.find((one) => one === kinds.get(requestId));
    if (kind) weight[kind] += encodedDataLength;
  });
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", line);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return weight;
}

const watchVitals = (page: Page) =>
  page.addInitScript(() => {
    const vitals: Vitals = { lcp: 0, cls: 0, interactions: [] };
    Object.assign(window, { vitals });
    const watch = (type: string, note: (entry: PerformanceEntry) => void, options = {}) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...options });
    watch("largest-contentful-paint", (entry) => {
      vitals.lcp = entry.startTime;
    });
    watch("layout-shift", (entry) => {
      const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
      if (!shift.hadRecentInput) vitals.cls += shift.value;
    });
    const isInteraction = (entry: PerformanceEntry) =>
      (entry as PerformanceEntry & { interactionId?: number }).interactionId;
    const note = (entry: PerformanceEntry) => void (isInteraction(entry) && vitals.interactions.push(entry.duration));
    watch("event", note, { durationThreshold: 16 });
  });

/** Opens the menu and closes it with a key. */
async function touch(page: Page) {
  await page.getByRole("button", { name: "Menu" }).tap();
  await page.keyboard.press("Escape");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));
}

async function visit(browser: Browser, url: string, line: typeof LINE) {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const weight = await weigh(page, line);
    await watchVitals(page);
    await page.goto(url, { waitUntil: "networkidle", timeout: 30_000 });
    await hydrated(page);
    const { lcp, cls } = await page.evaluate(() => (window as unknown as { vitals: Vitals }).vitals);
    await touch(page);
    const { interactions } = await page.evaluate(() => (window as unknown as { vitals: Vitals }).vitals);
    return { weight, lcp, cls, slowest: Math.max(16, ...interactions) };
  } finally {
    await context.close();
  }
}

const median = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!;

/** Medians of three visits: a single one depends on what else the machine does. */
async function visitThrice(browser: Browser, url: string) {
  const visits = [];
  for (let count = 0; count < 3; count += 1) visits.push(await visit(browser, url, LINE));
  return {
    weight: visits[0]!.weight,
    lcp: median(visits.map(({ lcp }) => lcp)),
    cls: Math.max(...visits.map(({ cls }) => cls)),
    slowest: median(visits.map(({ slowest }) => slowest)),
  };
}

async function pagesOf({ url }: RunningShop): Promise<[name: string, path: string][]> {
  const first = async (kind: string) =>
    ((await (await fetch(`${url}/api/${kind}?page=1&limit=1`)).json()) as { _id: string }[])[0]!._id;
  return [
    ["home", "/"],
    ["list", "/products"],
    ["product", `/product/${await first("products")}`],
    ["course", `/course/${await first("courses")}`],
    ["blog", `/blogs/${await first("blogs")}`],
  ];
}

/** Page weight and web vitals on a slow phone with a slow connection. */
export async function browser(environment: Environment): Promise<Findings> {
  const shop = await environment.shop();
  const chrome = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ARGS });
  const weights: (string | number)[][] = [];
  const vitalRows: (string | number)[][] = [];
  const checks: Check[] = [];
  try {
    for (const [name, path] of await pagesOf(shop)) {
      const heavier = await visit(chrome, shop.url + path, HEAVIER_LINE);
      const { weight, lcp, cls, slowest } = await visitThrice(chrome, shop.url + path);
      weights.push([name, ...KINDS.map((kind) => round(weight[kind] / 1000))]);
      vitalRows.push([name, round(lcp / 1000), round(heavier.lcp / 1000), round(cls), Math.round(slowest)]);
      checks.push({ what: `scripts of ${name}`, unit: "kB", measured: weight.Script / 1000, atMost: 125 });
      checks.push({ what: `largest paint of ${name}`, unit: "s", measured: lcp / 1000, atMost: 1.2 });
      checks.push({ what: `layout shift of ${name}`, unit: "", measured: cls, atMost: 0.02 });
      checks.push({ what: `slowest interaction of ${name}`, unit: "ms", measured: slowest, atMost: 200 });
    }
  } finally {
    await chrome.close();
  }
  const columns = ["", "HTML kB", "CSS kB", "JS kB", "fonts kB", "images kB"];
  return {
    tables: [
      { title: "Page weight", columns, rows: weights, note: "transferred bytes, first visit, 360 px" },
      {
        title: "On a slow phone",
        columns: ["", "LCP s", "LCP s, heavier line", "CLS", "slowest interaction ms"],
        rows: vitalRows,
        note: "processor 4 times slower; slow 4G: 1.6 Mbit/s with 150 ms latency, heavier: 562 ms for every request; the menu opened and closed; medians of three visits",
      },
    ],
    checks,
  };
}
