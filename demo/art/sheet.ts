import { type Random, seeded } from "./random.ts";

export type Stop = readonly [offset: number, color: string, opacity?: number];
export type Point = readonly [x: number, y: number];
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** One picture being drawn: its random source and the definitions that its shapes refer to. */
export interface Sheet {
  readonly rand: Random;
  readonly defs: Map<string, string>;
}

export function newSheet(seed: number): Sheet {
  return { rand: seeded(seed), defs: new Map() };
}

export function num(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** Fractions of a shape's own box need more digits than pixels do. */
function frac(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

function define(sheet: Sheet, tag: string, attributes: string, content: string): string {
  const key = `${tag} ${attributes}>${content}`;
  const known = sheet.defs.get(key);
  if (known) return known;
  const id = `d${sheet.defs.size}`;
  sheet.defs.set(key, id);
  return id;
}

function stopMarkup(stops: readonly Stop[]): string {
  return stops
    .map(([offset, color, opacity]) => {
      const alpha = opacity === undefined ? "" : ` stop-opacity="${frac(opacity)}"`;
      return `<stop offset="${frac(offset)}" stop-color="${color}"${alpha}/>`;
    })
    .join("");
}

/** A gradient across the shape's own box: from (x1, y1) to (x2, y2) in fractions. */
export function linear(sheet: Sheet, stops: readonly Stop[], from: Point = [0, 0], to: Point = [0, 1]): string {
  const place = `x1="${frac(from[0])}" y1="${frac(from[1])}" x2="${frac(to[0])}" y2="${frac(to[1])}"`;
  return `url(#${define(sheet, "linearGradient", place, stopMarkup(stops))})`;
}

export function radial(sheet: Sheet, stops: readonly Stop[], center: Point = [0.5, 0.5], radius = 0.5): string {
  const place = `cx="${frac(center[0])}" cy="${frac(center[1])}" r="${frac(radius)}"`;
  return `url(#${define(sheet, "radialGradient", place, stopMarkup(stops))})`;
}

/** A gradient in picture coordinates, for strokes and for several shapes lit as one. */
export function linearAt(sheet: Sheet, stops: readonly Stop[], from: Point, to: Point): string {
  const ends = `x1="${num(from[0])}" y1="${num(from[1])}" x2="${num(to[0])}" y2="${num(to[1])}"`;
  return `url(#${define(sheet, "linearGradient", `gradientUnits="userSpaceOnUse" ${ends}`, stopMarkup(stops))})`;
}

/** Several outlines clip as their union. */
export function clip(sheet: Sheet, ...outlines: string[]): string {
  const shapes = outlines.map((d) => `<path d="${d}"/>`).join("");
  return `url(#${define(sheet, "clipPath", "", shapes)})`;
}

export function symbol(sheet: Sheet, content: string): string {
  return `#${define(sheet, "g", "", content)}`;
}

export function use(href: string, x: number, y: number, scale = 1, turn = 0): string {
  const rotate = turn ? ` rotate(${num(turn)})` : "";
  const size = Math.round(scale * 1000) / 1000;
  return `<use href="${href}" transform="translate(${num(x)} ${num(y)})${rotate} scale(${size})"/>`;
}

export function path(d: string, fill: string, extra = ""): string {
  return `<path d="${d}" fill="${fill}"${extra && ` ${extra}`}/>`;
}

export function stroke(d: string, color: string, width: number, extra = ""): string {
  const look = `stroke="${color}" stroke-width="${num(width)}" stroke-linecap="round" stroke-linejoin="round"`;
  return `<path d="${d}" fill="none" ${look}${extra && ` ${extra}`}/>`;
}

export function ellipse(cx: number, cy: number, rx: number, ry: number, fill: string, extra = ""): string {
  const place = `cx="${num(cx)}" cy="${num(cy)}" rx="${num(rx)}" ry="${num(ry)}"`;
  return `<ellipse ${place} fill="${fill}"${extra && ` ${extra}`}/>`;
}

export function circle(cx: number, cy: number, r: number, fill: string, extra = ""): string {
  return `<circle cx="${num(cx)}" cy="${num(cy)}" r="${num(r)}" fill="${fill}"${extra && ` ${extra}`}/>`;
}

export function rect(x: number, y: number, w: number, h: number, fill: string, extra = ""): string {
  const place = `x="${num(x)}" y="${num(y)}" width="${num(w)}" height="${num(h)}"`;
  return `<rect ${place} fill="${fill}"${extra && ` ${extra}`}/>`;
}

export function group(content: string, attributes: string): string {
  return `<g ${attributes}>${content}</g>`;
}

export function turned(content: string, degrees: number, cx: number, cy: number): string {
  return group(content, `transform="rotate(${num(degrees)} ${num(cx)} ${num(cy)})"`);
}

/** Moves the point `at` of the content to `to`, enlarged and turned around it. */
export function placed(content: string, at: Point, to: Point, scale: number, degrees = 0): string {
  const size = Math.round(scale * 1000) / 1000;
  const steps = [
    `translate(${num(to[0])} ${num(to[1])})`,
    `rotate(${num(degrees)})`,
    `scale(${size})`,
    `translate(${num(-at[0])} ${num(-at[1])})`,
  ];
  return group(content, `transform="${steps.join(" ")}"`);
}

export function svg(sheet: Sheet, width: number, height: number, body: string): string {
  const defs = [...sheet.defs].map(([key, id]) => {
    const [tag = "", ...rest] = key.split(" ");
    return `<${tag} id="${id}" ${rest.join(" ")}</${tag}>`;
  });
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`;
  return `${head}<defs>${defs.join("")}</defs>${body}</svg>`;
}
