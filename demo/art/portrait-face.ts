import { oval } from "./outline.ts";
import { faces, type Sitter } from "./portrait-parts.ts";
import { circle, clip, ellipse, group, linear, num, path, radial, stroke } from "./sheet.ts";

export function neck({ sheet, skin, art }: Sitter): string {
  const wide = art.build === "masculine" ? 12 : 0;
  const d = `M${430 - wide} 500V616C${430 - wide} 668 400 690 330 706C360 880 640 880 670 706C600 690 ${570 + wide} 668 ${570 + wide} 616V500Z`;
  const fill = linear(
    sheet,
    [
      [0, skin.mid],
      [0.5, skin.mid],
      [1, skin.shade],
    ],
    [0, 0],
    [1, 0.2],
  );
  const under = radial(sheet, [
    [0, skin.deep, 0.6],
    [0.6, skin.deep, 0.3],
    [1, skin.deep, 0],
  ]);
  const bones = "M420 726Q462 742 488 736M580 726Q538 742 512 736";
  return (
    path(d, fill) +
    group(ellipse(512, 560, 130, 74, under), `clip-path="${clip(sheet, d)}"`) +
    stroke(bones, skin.shade, 3, `stroke-opacity=".55"`)
  );
}

function ears({ sheet, skin }: Sitter): string {
  const fill = linear(sheet, [
    [0, skin.light],
    [1, skin.shade],
  ]);
  const left = "M382 372C362 358 350 378 356 408C360 436 372 452 388 446Z";
  const right = "M618 372C638 358 650 378 644 408C640 436 628 452 612 446Z";
  return (
    path(left, fill) +
    path(right, skin.shade) +
    stroke("M372 388Q362 400 372 424M628 388Q638 400 628 424", skin.deep, 2.5, `stroke-opacity=".45"`)
  );
}

function eyes({ sheet, skin, art, hair }: Sitter): string {
  const lash = art.build === "feminine" ? 5 : 4;
  const brow = art.hairTone === "silver" ? "#8b8380" : hair[1];
  return [-1, 1]
    .map((s) => {
      const x = 500 + s * 58;
      const almond = `M${x - 31} 408Q${x} 384 ${x + 31} 408Q${x} 424 ${x - 31} 408Z`;
      const lid = `M${x - 33} 410Q${x - 2} 382 ${x + 33} 409`;
      const outer = art.build === "feminine" ? `M${x + s * 31} 408l${s * 9} -6` : "";
      const crease = `M${x - 28} 396Q${x} 376 ${x + 28} 395`;
      const arch = art.build === "feminine" ? 13 : 8;
      const browLine = `M${x - s * 34} 368Q${x + s * 4} ${num(368 - arch * 1.6)} ${x + s * 42} 372Q${x + s * 4} ${num(374 - arch)} ${x - s * 34} ${art.build === "feminine" ? 375 : 380}Z`;
      const iris =
        circle(x, 404, 13.5, "#3a241a") +
        circle(x, 404, 6, "#160c08") +
        circle(x - 4.5, 399, 3.6, "#ffffff", `fill-opacity=".9"`);
      return [
        path(almond, "#f7efe6"),
        group(iris, `clip-path="${clip(sheet, almond)}"`),
        stroke(lid, "#2a1a15", lash),
        outer && stroke(outer, "#2a1a15", 3.5),
        stroke(crease, skin.deep, 2, `stroke-opacity=".4"`),
        stroke(`M${x - 22} 419Q${x} 426 ${x + 22} 418`, skin.deep, 1.8, `stroke-opacity=".3"`),
        path(browLine, brow, `fill-opacity=".92"`),
      ].join("");
    })
    .join("");
}

function noseAndMouth({ skin, art }: Sitter): string {
  const wide = art.build === "masculine" ? 5 : 0;
  const bridge = `M518 410C522 438 530 456 ${532 + wide} 470Q${530 + wide} 482 512 481`;
  const base = `M${474 - wide} 476Q480 485 490 481Q500 489 512 481`;
  const upper = `M${456 - wide} 511Q480 503 492 504Q500 508 508 504Q520 503 ${544 + wide} 511Q500 524 ${458 - wide} 514Z`;
  const lower = `M${459 - wide} 513Q500 525 ${541 + wide} 513Q524 538 500 538Q476 538 ${459 - wide} 513Z`;
  const smile = `M${449 - wide} 507Q456 512 470 515Q500 522 530 515Q544 512 ${551 + wide} 507`;
  const tint = art.build === "masculine" ? 0.55 : 0.95;
  return [
    path(
      `M518 410C524 440 534 458 ${534 + wide} 472Q520 470 512 470Q508 440 518 410Z`,
      skin.shade,
      `fill-opacity=".35"`,
    ),
    stroke(bridge, skin.deep, 3, `stroke-opacity=".5"`),
    stroke(base, skin.deep, 3, `stroke-opacity=".6"`),
    path(upper, skin.lip, `fill-opacity="${tint}"`),
    path(lower, skin.lip, `fill-opacity="${tint * 0.8}"`),
    stroke(smile, skin.deep, 2.6, `stroke-opacity=".7"`),
    stroke("M484 527Q500 531 514 526", "#ffffff", 3, `stroke-opacity=".22"`),
  ].join("");
}

/** A few kind lines, no more. */
function years({ skin, art }: Sitter): string {
  if (art.age === "young") return "";
  const smile = "M440 486Q430 508 440 528M560 486Q570 508 560 528";
  const corner = "M404 410l-12 -5M404 416l-12 3M596 410l12 -5M596 416l12 3";
  const brow = "M462 306Q500 300 538 306M470 324Q500 319 530 324";
  const force = art.age === "elder" ? 0.42 : 0.24;
  return stroke(smile + corner + (art.age === "elder" ? brow : ""), skin.deep, 2.4, `stroke-opacity="${force}"`);
}

export function head(sitter: Sitter): string {
  const { sheet, skin, art } = sitter;
  const d = faces[art.build];
  const base = linear(
    sheet,
    [
      [0, skin.light],
      [0.55, skin.mid],
      [1, skin.shade],
    ],
    [0.1, 0],
    [0.95, 0.8],
  );
  const side = linear(
    sheet,
    [
      [0, skin.shade, 0],
      [0.55, skin.shade, 0],
      [1, skin.deep, 0.5],
    ],
    [0, 0.3],
    [1, 0.45],
  );
  const blush = radial(sheet, [
    [0, skin.lip, 0.32],
    [1, skin.lip, 0],
  ]);
  const glow = radial(sheet, [
    [0, "#fff3df", 0.5],
    [1, "#fff3df", 0],
  ]);
  const tones =
    ellipse(432, 462, 54, 42, blush) +
    ellipse(570, 464, 50, 40, blush) +
    ellipse(452, 300, 90, 60, glow) +
    ellipse(486, 440, 12, 40, glow);
  return [
    ears(sitter),
    path(d, base),
    path(d, side),
    group(tones, `clip-path="${clip(sheet, d)}"`),
    years(sitter),
    eyes(sitter),
    noseAndMouth(sitter),
  ].join("");
}

export function beard({ art, hair, sheet }: Sitter): string {
  if (!art.beard) return "";
  const fill = linear(
    sheet,
    [
      [0, hair[0]],
      [1, hair[1]],
    ],
    [0.2, 0],
    [0.9, 1],
  );
  const moustache =
    "M500 494C476 490 452 500 440 520C462 522 484 512 500 508C516 512 538 522 560 520C548 500 524 490 500 494Z";
  if (art.beard === "moustache") return path(moustache, fill);
  const full = art.beard === "full";
  const low = full ? 640 : 592;
  const d = `M376 404C378 470 392 ${low - 50} 436 ${low - 20}C460 ${low} 480 ${low + 4} 500 ${low + 4}C520 ${low + 4} 540 ${low} 564 ${low - 20}C608 ${low - 50} 622 470 624 404C616 440 606 468 588 484C566 496 540 492 500 494C460 492 434 496 412 484C394 468 384 440 376 404Z`;
  const mouth = "M452 513Q500 500 548 513Q538 540 500 541Q462 540 452 513Z";
  let strands = "";
  for (let i = -6; i <= 6; i++)
    strands += `M${500 + i * 16} ${548 + Math.abs(i) * -5}Q${500 + i * 15} ${num(low - 34 - Math.abs(i) * 8)} ${500 + i * 11} ${num(low - 8 - Math.abs(i) * 8)}`;
  return (
    path(`${d}${mouth}`, fill, `fill-rule="evenodd" fill-opacity="${full ? 1 : 0.86}"`) +
    path(moustache, fill) +
    stroke(strands, hair[2], 2.4, `stroke-opacity="${full ? 0.4 : 0.2}"`)
  );
}

export function adornment({ sheet, art, skin }: Sitter): string {
  const has = (name: string) => art.accessory?.some((item) => item === name) ?? false;
  const gold = linear(
    sheet,
    [
      [0, "#fff0bf"],
      [0.5, "#d5a23f"],
      [1, "#8f6120"],
    ],
    [0, 0],
    [1, 1],
  );
  const out: string[] = [];
  if (has("bindi")) out.push(circle(500, 338, 9, "#a5222b"), circle(497.5, 335.5, 2.6, "#ffffff", `fill-opacity=".5"`));
  if (has("tilak"))
    out.push(path("M494 288Q500 282 506 288L505 344Q500 350 495 344Z", "#c8452c"), circle(500, 352, 6, "#d9a13f"));
  if (has("nose-pin")) out.push(circle(529, 468, 4.6, gold));
  if (has("studs")) out.push(circle(368, 446, 8, gold), circle(632, 446, 8, gold));
  if (has("jhumka")) out.push([366, 634].map((x) => jhumka(x, gold)).join(""));
  if (has("glasses")) out.push(glasses(skin.deep));
  return out.join("");
}

function jhumka(x: number, gold: string): string {
  const bell = `M${x - 20} 504Q${x - 18} 474 ${x} 470Q${x + 18} 474 ${x + 20} 504Q${x} 512 ${x - 20} 504Z`;
  const drops = [-15, -5, 5, 15].map((dx) => circle(x + dx, 513, 4, gold)).join("");
  return (
    circle(x, 448, 8, gold) +
    stroke(`M${x} 454V472`, "#b07c2c", 3) +
    path(bell, gold, `stroke="#8f6120" stroke-width="1.5"`) +
    drops
  );
}

function glasses(shade: string): string {
  const lens = oval(442, 408, 45, 38) + oval(558, 408, 45, 38);
  return (
    path(lens, "#ffffff", `fill-opacity=".1"`) +
    stroke(`${lens}M487 404Q500 394 513 404M397 402L366 392M603 402L634 392`, "#4a3325", 5) +
    stroke("M416 392l16 -14M532 392l16 -14", "#ffffff", 4, `stroke-opacity=".55"`) +
    stroke("M410 450Q442 458 470 448M530 448Q558 458 590 450", shade, 2, `stroke-opacity=".15"`)
  );
}
