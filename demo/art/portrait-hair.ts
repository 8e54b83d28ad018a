import type { Hair, Sitter } from "./portrait-parts.ts";
import { ellipse, linear, path, stroke } from "./sheet.ts";

interface Style {
  behind?: string;
  front: string;
  strands: string;
}

const partedFront =
  "M500 226C420 216 362 262 356 350C352 388 358 412 366 424C372 380 384 352 410 330C446 312 482 290 500 250C518 290 554 312 590 330C616 352 628 380 634 424C642 412 648 388 644 350C638 262 580 216 500 226Z";
const partedStrands =
  "M496 238C450 246 398 282 376 352M490 246C446 270 410 292 386 334M504 238C550 246 602 282 624 352M510 246C554 270 590 292 614 334";

const styles: Record<Exclude<Hair, "turban">, Style> = {
  "centre-bun": {
    behind:
      "M348 410C324 296 384 194 500 194C616 194 676 296 652 410C644 462 628 500 606 530H394C372 500 356 462 348 410Z",
    front: partedFront,
    strands: partedStrands,
  },
  "side-waves": {
    behind:
      "M360 300C300 380 330 470 300 560C280 640 310 716 360 734C400 700 380 600 400 560H600C620 600 600 700 640 734C690 716 720 640 700 560C670 470 700 380 640 300C600 180 400 180 360 300Z",
    front:
      "M436 228C372 246 346 300 352 372C354 410 350 430 344 450C372 430 384 398 392 366C420 350 450 318 462 268C500 318 580 322 612 372C618 400 628 430 656 450C646 420 652 390 648 352C640 262 540 196 436 228Z",
    strands:
      "M448 244C400 262 372 310 368 380M470 250C520 290 590 300 622 350M460 240C540 256 610 286 634 348M330 560C320 620 330 680 352 708M670 560C680 620 670 680 648 708",
  },
  "long-straight": {
    behind:
      "M350 330C330 460 336 640 316 800C360 850 400 830 420 800V560H580V800C600 830 640 850 684 800C664 640 670 460 650 330C620 170 380 170 350 330Z",
    front: partedFront,
    strands: `${partedStrands}M340 520C338 620 336 720 330 800M360 540C358 640 360 740 356 816M660 520C662 620 664 720 670 800M640 540C642 640 640 740 644 816`,
  },
  braid: {
    behind:
      "M348 400C326 290 386 196 500 196C614 196 674 290 652 400C640 470 620 520 600 560H400C380 520 360 470 348 400Z",
    front:
      "M560 228C480 206 372 240 354 350C350 388 356 412 364 428C372 380 392 344 430 322C476 306 530 290 556 250C566 296 600 320 622 352C630 384 632 404 636 426C646 408 648 384 644 350C638 290 608 244 560 228Z",
    strands: "M548 238C470 246 402 280 376 350M540 250C478 276 420 290 392 330M566 240C600 262 626 300 634 360",
  },
  cropped: {
    front:
      "M366 400C352 300 372 236 440 214C520 190 620 214 638 300C644 340 640 372 634 400C628 372 622 350 610 330C580 312 548 300 520 276C484 300 430 306 396 322C380 344 374 372 366 400Z",
    strands: "M420 236C480 214 560 222 606 268M400 262C450 240 510 240 540 262M440 224C520 206 590 230 622 290",
  },
  "swept-silver": {
    front:
      "M364 404C346 320 362 250 420 218C500 184 626 206 640 310C644 350 640 380 636 404C630 372 622 346 604 322C570 280 500 270 430 282C396 300 374 350 364 404Z",
    strands:
      "M392 280C450 230 560 224 620 292M380 310C400 262 440 236 500 230M410 262C480 236 570 250 616 318M440 226C520 206 600 226 628 288",
  },
  curly: {
    behind:
      "M340 380C310 330 330 270 360 250C370 200 430 180 460 186C500 160 560 170 580 190C630 190 660 240 656 270C690 310 680 370 656 400C670 440 650 470 630 470H370C344 460 330 420 340 380Z",
    front:
      "M366 398C352 370 356 330 372 310C366 276 396 250 424 254C440 224 490 220 508 240C534 220 584 232 590 258C622 258 640 292 630 314C646 336 646 372 634 398C630 372 622 352 608 340C590 346 574 334 566 320C548 332 520 328 510 312C492 330 462 330 450 314C436 332 412 336 398 330C380 346 370 372 366 398Z",
    strands:
      "M380 300q10 -24 34 -22M430 262q16 -20 40 -8M500 258q20 -18 44 0M570 272q24 -8 36 18M398 330q4 -24 26 -24M470 306q10 -22 34 -14M540 306q16 -20 36 -4",
  },
};

export function hairBehind(sitter: Sitter): string {
  const { art, hair, sheet } = sitter;
  if (art.hair === "turban") return "";
  const { behind } = styles[art.hair];
  const fill = linear(
    sheet,
    [
      [0, hair[0]],
      [1, hair[1]],
    ],
    [0, 0],
    [0.8, 1],
  );
  const bun =
    art.hair === "centre-bun"
      ? ellipse(500, 176, 76, 58, fill) +
        stroke("M440 176C460 140 540 140 560 176M450 192C480 164 530 166 552 192", hair[2], 3, `stroke-opacity=".5"`) +
        gajra()
      : "";
  return bun + (behind ? path(behind, fill) : "");
}

/** Jasmine around the bun. */
function gajra(): string {
  let out = "";
  for (let i = 0; i <= 10; i++) {
    const angle = Math.PI * (0.06 + (0.88 * i) / 10);
    out += ellipse(500 - Math.cos(angle) * 92, 214 - Math.sin(angle) * 26 + 6, 12, 11, i % 2 ? "#fffdf6" : "#f6efdd");
  }
  return out;
}

export function hairFront(sitter: Sitter): string {
  const { art, hair, sheet } = sitter;
  if (art.hair === "turban") return turban(sitter);
  const style = styles[art.hair];
  const fill = linear(
    sheet,
    [
      [0, hair[2]],
      [0.25, hair[0]],
      [1, hair[1]],
    ],
    [0.1, 0],
    [0.9, 0.9],
  );
  const lines = stroke(style.strands, hair[2], 3, `stroke-opacity="${art.hairTone === "grey-streaked" ? 0.8 : 0.42}"`);
  return path(style.front, fill) + lines + (art.hair === "braid" ? braid(hair) : "");
}

/** Brought forward over the shoulder, drawn above the garment. */
function braid(hair: Sitter["hair"]): string {
  let out = "";
  for (let i = 0; i < 8; i++) {
    const x = 652 + Math.sin(i * 0.5) * 12;
    const y = 566 + i * 42;
    const w = 44 - i * 2;
    out += ellipse(x, y + 24, w * 0.62, 30, hair[1]);
    out += path(
      `M${x - w} ${y}Q${x - w * 0.9} ${y + 44} ${x + 4} ${y + 56}Q${x - 6} ${y + 24} ${x - w} ${y}Z`,
      hair[0],
    );
    out += path(
      `M${x + w} ${y}Q${x + w * 0.9} ${y + 44} ${x - 4} ${y + 56}Q${x + 6} ${y + 24} ${x + w} ${y}Z`,
      hair[1],
    );
    out += stroke(
      `M${x - w * 0.6} ${y + 14}Q${x - w * 0.4} ${y + 36} ${x} ${y + 48}`,
      hair[2],
      2.4,
      `stroke-opacity=".55"`,
    );
  }
  const start = path("M630 430C664 450 690 510 686 570C670 590 636 590 618 566C636 520 634 470 630 430Z", hair[1]);
  return start + out + ellipse(648, 916, 15, 12, "#d9a13f");
}

function turban({ art, sheet }: Sitter): string {
  const [, shade, border] = art.cloth;
  const fill = linear(
    sheet,
    [
      [0, border],
      [0.6, border],
      [1, shade],
    ],
    [0.1, 0],
    [0.9, 1],
  );
  const d =
    "M352 356C326 250 400 150 510 150C622 152 676 250 646 356C640 336 620 312 580 300C540 318 450 318 412 302C380 316 360 336 352 356Z";
  const folds =
    "M360 330C420 250 540 220 632 214M354 300C410 220 520 186 606 186M384 316C450 276 560 262 646 268M430 312C500 300 590 300 646 320M366 258C400 200 470 166 540 158";
  return (
    path(d, fill) +
    stroke(folds, shade, 6, `stroke-opacity=".4"`) +
    stroke(folds, "#ffffff", 2, `stroke-opacity=".35" transform="translate(-3 -5)"`)
  );
}
