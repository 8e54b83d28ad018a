import { readFileSync } from "node:fs";
import type PDFDocument from "pdfkit";
import { sumOf } from "../../../contracts/money.ts";
import { toPrintable, toRuns } from "./text-runs.ts";

/** Something whose height is known before it is drawn, so that pages can be filled. */
export type Block = { height: number; draw: (x: number, y: number) => unknown };
type Style = { size: number; isBold?: boolean; color?: string; leading?: number };

export const INK = "#211d42";
const SOFT = "#57526f";
export const LABEL: Style = { size: 8, color: SOFT };

/** Read once per worker. */
const fonts = ["NotoSans-Regular", "NotoSans-Bold", "NotoSansDevanagari-Regular", "NotoSansDevanagari-Bold"].map(
  (name) => [name, readFileSync(new URL(`./fonts/${name}.ttf`, import.meta.url))] as const,
);
const graphemes = new Intl.Segmenter("hi");

/** Blocks side by side, each at its distance from the left. */
export const beside = (...cells: [left: number, block: Block][]): Block => ({
  height: Math.max(...cells.map(([, { height }]) => height)),
  draw: (x, y) => cells.map(([left, block]) => block.draw(x + left, y)),
});

/** Blocks below each other, with a space between them. */
export function stack(space: number, ...blocks: Block[]): Block {
  const topOf = (index: number) => sumOf(blocks.slice(0, index).map(({ height }) => height + space));
  const draw = (x: number, y: number) => blocks.map((block, index) => block.draw(x, y + topOf(index)));
  return { height: Math.max(0, topOf(blocks.length) - space), draw };
}

export function createBlocks(doc: InstanceType<typeof PDFDocument>) {
  for (const [name, bytes] of fonts) doc.registerFont(name, bytes);

  const withFont = ({ size, isBold }: Style, isDevanagari: boolean) =>
    doc.font(`NotoSans${isDevanagari ? "Devanagari" : ""}-${isBold ? "Bold" : "Regular"}`, size);
  const widthOf = (line: string, style: Style) =>
    sumOf(toRuns(line).map(({ run, isDevanagari }) => withFont(style, isDevanagari).widthOfString(run)));

  function wrap(value: string, style: Style, width: number) {
    const lines = [""];
    const fits = (line: string) => widthOf(line.trimEnd(), style) <= width;
    for (const word of toPrintable(value).match(/\S+ ?/g) ?? [])
      for (const part of fits(word) ? [word] : Array.from(graphemes.segment(word), ({ segment }) => segment))
        lines.push(fits(lines.at(-1) + part) ? lines.pop() + part : part);
    return lines.map((line) => line.trimEnd()).filter(Boolean);
  }

  function writeLine(line: string, x: number, baseline: number, style: Style) {
    let left = x;
    for (const { run, isDevanagari } of toRuns(line)) {
      withFont(style, isDevanagari).fillColor(style.color ?? INK);
      // The glyphs of Devanagari are not in the order of the characters: `actual` is what readers copy and search.
      if (isDevanagari) doc.markContent("Span", { actual: run });
      doc.text(run, left, baseline, { lineBreak: false, baseline: "alphabetic" });
      // Poppler places the text of a span by the matrix at its end, so that must be the one of the glyphs.
      if (isDevanagari) doc.save().transform(1, 0, 0, -1, 0, doc.page.height).endMarkedContent().restore();
      left += doc.widthOfString(run);
    }
  }

  /** Paragraphs, each with the style of its place or the last one. Empty ones are left out. */
  function text(values: string[], styles: Style[], width: number, align = "left") {
    const lines = values.flatMap((value, index) => {
      const style = styles[index] ?? styles.at(-1)!;
      const { size, leading = 1.42 } = style;
      return wrap(value, style, width).map((line): Block => {
        const left = align === "right" ? width - widthOf(line, style) : 0;
        return { height: size * leading, draw: (x, y) => writeLine(line, x + left, y + size * 1.07, style) };
      });
    });
    return stack(0, ...lines);
  }

  const rule = (width: number, color = "#e7dcc7", height = 0.6): Block => ({
    height,
    draw: (x, y) => doc.rect(x, y, width, height).fill(color),
  });

  /** Cells are paragraphs. The text gets smaller until a quarter of the width is left for the first column. */
  function table(head: string[], rows: string[][][], width: number, size: number): { head: Block; rows: Block[] } {
    const styles = [{ size }, { size: Math.max(6.5, size - 1.5), color: SOFT }];
    const others = head.slice(1).map((title, index) => {
      const cells = rows.flatMap((row) => row[index + 1]!.map((line, at) => widthOf(line, styles[at]!)));
      return Math.ceil(Math.max(widthOf(title, LABEL), ...cells)) + 12;
    });
    const widths = [width - sumOf(others), ...others];
    if (widths[0]! < width / 4 && size > 6) return table(head, rows, width, size - 0.5);
    const toRow = (row: string[][], rowStyles: Style[]) => {
      const cells = row.map((cell, at) => text(cell, rowStyles, widths[at]!, at === 0 ? "left" : "right"));
      return beside(...cells.map((cell, at): [number, Block] => [sumOf(widths.slice(0, at)), cell]));
    };
    const titles = head.map((title) => [title]);
    const toBlock = (row: string[][]) => stack(size - 4.5, stack(0), toRow(row, styles), rule(width));
    return { head: stack(5, toRow(titles, [LABEL]), rule(width, INK)), rows: rows.map(toBlock) };
  }

  return { text, rule, table };
}
