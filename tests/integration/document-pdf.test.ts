import { inflateSync } from "node:zlib";
import fc from "fast-check";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, expect, test } from "vitest";
import { amountInWords } from "../../src/server/documents/pdf/amount-in-words.ts";
import { createPdfWriter } from "../../src/server/documents/pdf/pdf-writer.ts";
import type { PdfInput } from "../../src/server/documents/pdf/write-pdf.ts";
import { sampleInput, sampleLine, taxInvoice } from "../support/sample-document.ts";

/** 200 look longer for a leak. */
const PDFS = Number(process.env.PDFS ?? 40);

const writer = createPdfWriter();
afterAll(() => writer.close());

/** The decompressed streams of a PDF with the objects around them. */
const readStreams = (pdf: Buffer) =>
  pdf.toString("latin1").replace(/stream\n([\s\S]*?)\nendstream/g, (whole, bytes: string) => {
    try {
      return inflateSync(Buffer.from(bytes, "latin1")).toString("latin1");
    } catch {
      return whole;
    }
  });

/** Texts that readers copy instead of the glyphs, which have another order in Devanagari. */
const actualTexts = (pdf: Buffer) =>
  [...readStreams(pdf).matchAll(/\/ActualText \(\xfe\xff((?:\\[\s\S]|[^\\)])*)\)/g)].map(([, escaped]) => {
    const controls: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
    const bytes = escaped!.replaceAll(/\\([\s\S])/g, (_, character: string) => controls[character] ?? character);
    return Buffer.from(bytes, "latin1").swap16().toString("utf16le").trim();
  });

async function read(input: PdfInput) {
  const pdf = await writer.write(input);
  expect(pdf.length).toBeLessThan(120_000);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)));
  return { pdf, pages: text, text: text.join("\n") };
}

const long = "Rose quartz bracelet with a silver clasp knotted by hand ".repeat(4).slice(0, 200).trim();

test("writes a receipt without a word about tax", async () => {
  const { text, pdf } = await read(sampleInput());
  for (const part of ["Receipt", "R/26-27/000001", "14 Nov 2026", "7F3K2Q9D", "Rose Quartz Bracelet", "₹999.00"])
    expect(text).toContain(part);
  expect(text).toContain("Rupees nine hundred ninety-nine only");
  expect(text).toContain("+91 98220 12345 · hello@nakshatra.example");
  expect(text).not.toMatch(/tax|gst|hsn|\(27\)|supply/i);
  // Every font is embedded, and only with the glyphs in use.
  const fonts = [...readStreams(pdf).matchAll(/\/FontName \/(\S+)/g)].map(([, name]) => name);
  expect(fonts.sort()).toEqual([
    expect.stringMatching(/^[A-Z]{6}\+NotoSans-Bold$/),
    expect.stringMatching(/^[A-Z]{6}\+NotoSans-Regular$/),
  ]);
  expect(readStreams(pdf).match(/\/FontFile2 /g)).toHaveLength(2);
  expect(await writer.write(sampleInput())).toEqual(pdf);
});

test("writes a tax invoice with discount and tax by head and rate", async () => {
  const lines = [
    sampleLine({ title: "Amethyst Tower", code: "7116", grossPaise: 100_000, discountPaise: 10_000, rate: 3 }),
    sampleLine({ title: "Tarot course", code: "999293", isService: true, grossPaise: 118_000, rate: 18 }),
  ];
  const { text } = await read(taxInvoice({ lines }));
  for (const part of ["Tax invoice", "27AAPFU0939F1ZV", "Maharashtra (27)", "HSN 7116", "SAC 999293", "–100.00"])
    expect(text).toContain(part);
  expect(text).toMatch(/Reverse charge\s+No/);
  expect(text).toMatch(/873\.78\s13\.11\s1\.5 %\s13\.11\s1\.5 %\s900\.00/);
  expect(text).toMatch(/18 % 1,000\.00 90\.00 90\.00/);
  expect(text).toContain("Inclusive of all taxes");
  expect(text).toContain("Rupees two thousand eighty only");
  expect(text).toContain("For Nakshatra Crystals Private Limited");
  const inLadakh = await read(
    taxInvoice({
      lines,
      placeOfSupply: "Ladakh",
      seller: { ...taxInvoice({ lines }).document.seller, state: "Ladakh" },
    }),
  );
  expect(inLadakh.text).toMatch(/CGST UTGST/);
});

test("writes bills of supply and an invoice-cum-bill of supply", async () => {
  const bill = await read(sampleInput({ document: { kind: "bill_of_supply", mode: "composition" } }));
  expect(bill.text).toContain("Composition taxable person, not eligible to collect tax on supplies.");
  expect(bill.text).not.toMatch(/CGST|IGST|Inclusive/);
  const lines = [
    sampleLine({ title: "Rudraksha", grossPaise: 110_000 }),
    sampleLine({ title: "Pendant", grossPaise: 103_000, rate: 3 }, true),
  ];
  const { text } = await read(taxInvoice({ kind: "invoice_cum_bill", placeOfSupply: "Delhi", lines }));
  for (const part of ["Invoice-cum-bill of supply", "Delhi (07)", "Nil-rated", "IGST"]) expect(text).toContain(part);
  expect(text).toMatch(/1,000\.00 30\.00\s3 %\s1,030\.00/);
  expect(text).not.toContain("CGST");
});

test("writes a credit note, and says when it comes too late to reduce the tax", async () => {
  const lines = [sampleLine({ title: "Amethyst Tower", grossPaise: 103_000, rate: 3, qty: 0 })];
  const original = { number: "A/26-27/000042", day: "2027-03-31" };
  const note = (day: string, of = lines) =>
    read(taxInvoice({ kind: "credit_note", number: "C/27-28/000001", day, lines: of }, { original }));
  const intime = await note("2027-11-30");
  expect(intime.text).toContain("Against A/26-27/000042 of 31 Mar 2027");
  expect(intime.text).not.toContain("section 34");
  const untaxed = lines.map((line) => ({ ...line, cgstPaise: 0, sgstPaise: 0, taxablePaise: line.valuePaise }));
  expect((await note("2027-12-01", untaxed)).text).toContain(
    "Issued after the last date of section 34: the tax of the invoice is not reduced.",
  );
});

test("repeats the head of the table and keeps rows with the totals of 60 lines", async () => {
  const lines = Array.from({ length: 60 }, (_, index) =>
    sampleLine({ title: `Tumbled stone ${index + 1}.`, code: "7103", grossPaise: 4900, rate: 3 }),
  );
  const { pages, text } = await read(taxInvoice({ lines }));
  for (const line of lines) expect(text).toContain(line.title);
  expect(pages.length).toBeGreaterThan(1);
  for (const [index, page] of pages.entries()) {
    expect(page).toContain("Taxable value");
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
  }
  expect(pages.at(-1)).toContain("Tumbled stone 59.");
  expect(pages.at(-1)).toContain("₹2,940.00");
  // However many lines there are, only the footer is below.
  for (let count = 6; count <= 18; count += 2) {
    const pdf = await writer.write(taxInvoice({ lines: lines.slice(0, count) }));
    const proxy = await getDocumentProxy(new Uint8Array(pdf));
    for (let number = 1; number <= proxy.numPages; number += 1) {
      const { items } = await (await proxy.getPage(number)).getTextContent();
      const low = items.flatMap((item) => ("str" in item && item.transform[5] < 60 ? [item.str.trim()] : []));
      expect(low.filter((text) => text !== "" && !/^Nakshatra ·|^Page \d/.test(text))).toEqual([]);
    }
  }
});

test("wraps names of 200 characters and writes Hindi that can be copied", async () => {
  const party = { name: long, address: [long], state: "Maharashtra", gstin: "" } as const;
  const wrapped = await read(
    sampleInput({
      document: { buyer: { ...party, address: [long] }, lines: [sampleLine({ title: long, grossPaise: 1 })] },
    }),
  );
  expect(wrapped.text.replaceAll(/\s+/g, " ").split(long).length - 1).toBe(3);
  const buyer = { ...party, name: "श्रीमती क्षत्रिय 🌸", address: ["फ्लैट 12, नागपुर", "தமிழ் Nagar 👩‍👩‍👧"] };
  const { text, pdf } = await read(sampleInput({ document: { buyer } }));
  expect(actualTexts(pdf)).toEqual(["श्रीमती क्षत्रिय", "फ्लैट", "नागपुर"]);
  expect(text).toContain("��� Nagar\n");
  // pdfkit would write .notdef, which reads as NUL.
  expect(text).not.toContain("\0");
});

test("leaves out a logo that cannot be read", async () => {
  const { text } = await read(sampleInput({ shop: { logo: Buffer.from("no picture") } }));
  expect(text).toContain("₹999.00");
});

const inWords: [number, string][] = [
  [0, "zero"],
  [1, "one"],
  [99, "ninety-nine"],
  [100, "one hundred"],
  [2400, "two thousand four hundred"],
  [100_000, "one lakh"],
  [12_34_567, "twelve lakh thirty-four thousand five hundred sixty-seven"],
  [10_00_00_000, "ten crore"],
];
test("says amounts in Indian words", () => {
  for (const [rupees, words] of inWords) expect(amountInWords(rupees * 100)).toBe(`Rupees ${words} only`);
  expect(amountInWords(101)).toBe("Rupees one and one paise only");
  // Reads the words back: units add up, and each group word multiplies what is before it.
  const units = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [amountInWords(n * 100).split(" ")[1], n]));
  const sizes: Record<string, number> = { hundred: 100, thousand: 1000, lakh: 1e5, crore: 1e7 };
  const readBack = (words: string[]): number => {
    const group = ["crore", "lakh", "thousand", "hundred"].find((name) => words.includes(name));
    if (!group) return words.length === 0 ? 0 : units[words[0]!]!;
    const at = words.lastIndexOf(group);
    return readBack(words.slice(0, at)) * sizes[group]! + readBack(words.slice(at + 1));
  };
  expect(Object.keys(units)).toHaveLength(100);
  const amounts = fc.oneof(fc.nat(100_000), fc.nat(10_000_000), fc.integer({ min: 0, max: 1e13 }));
  fc.assert(
    fc.property(amounts, (paise) => {
      const [, rupees, , small = "zero"] = /^Rupees (.+?)( and (\S+) paise)? only$/.exec(amountInWords(paise))!;
      expect(readBack(rupees!.split(" ")) * 100 + units[small]!).toBe(paise);
    }),
  );
});

test(`does not block the process, and ${PDFS} PDFs keep its memory flat`, async () => {
  let ticks = 0;
  const timer = setInterval(() => (ticks += 1), 5);
  const memory: number[] = [];
  for (let count = 1; count <= PDFS; count += 1) {
    await writer.write(sampleInput());
    if (count === Math.ceil(PDFS / 4) || count === PDFS) memory.push(process.memoryUsage.rss());
  }
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(PDFS / 4);
  expect(memory[1]! - memory[0]!).toBeLessThan(80 * 1024 * 1024);
});

/** A worker that does what the order number says. */
const oddWorker = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from "node:worker_threads";
    parentPort.on("message", ({ orderNumber }) => {
      if (orderNumber === "throw") throw new Error("broken");
      if (orderNumber === "exit") process.exit(0);
      if (orderNumber !== "hang") parentPort.postMessage(Buffer.from(orderNumber + threadId));
    });`)}`,
);

test("rejects the PDF of a worker that crashes, ends or hangs, and writes the next one", async () => {
  const odd = createPdfWriter({ workerFile: oddWorker, limitMs: 2000 });
  const results = ["one", "throw", "two", "exit", "three", "hang", "four"].map((orderNumber) =>
    odd.write(sampleInput({ orderNumber })).then(String, (error: Error) => error.name),
  );
  expect(await Promise.all(results)).toEqual([
    expect.stringContaining("one"),
    "Error",
    expect.stringContaining("two"),
    "Error",
    expect.stringContaining("three"),
    "AbortError",
    expect.stringContaining("four"),
  ]);
  await odd.close();
  await expect(odd.write(sampleInput())).rejects.toThrow("closed");
});

test("ends an idle worker and starts another one", async () => {
  const odd = createPdfWriter({ workerFile: oddWorker, idleMs: 20 });
  const write = async () => String(await odd.write(sampleInput({ orderNumber: "thread" })));
  const first = await write();
  await expect.poll(write, { interval: 200 }).not.toBe(first);
  await odd.close();
});
