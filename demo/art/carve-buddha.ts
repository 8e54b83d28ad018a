import { type Chisel, lotusSeat, marks, mirrored } from "./carving.ts";
import { oval } from "./outline.ts";

const torso = marks(
  "446 436 10, 396 456 10, 374 520 20, 396 620 30, 410 700 40, 590 700 40, 604 620 30, 626 520 20, 604 456 10, 554 436 10",
);
const arm = marks(
  "404 454 10, 364 490 10, 340 570 20, 334 634 30, 366 676 50, 440 702 70, 476 692 80, 424 650 60, 398 600 40, 412 520 30",
);
const knee = marks("520 690 60, 420 668 60, 320 668 40, 262 706 30, 280 744 40, 400 762 60, 520 764 70");
const head = marks(
  "500 236 50, 446 256 50, 424 310 55, 428 364 60, 454 410 60, 500 434 65, 546 410 60, 572 364 60, 576 310 55, 554 256 50",
);
const ear = marks("430 322 54, 414 326 44, 410 370 44, 418 412 44, 430 416 54, 434 370 59");

function hair(tool: Chisel): void {
  const at = (x: number, y: number) => tool.point([x, y, 50]).join(" ");
  tool.outline(oval(...tool.point([500, 208, 35]), 36, 34));
  tool.outline(
    `M${at(421, 338)}C${at(408, 262)} ${at(448, 216)} ${at(500, 214)}C${at(552, 216)} ${at(592, 262)} ${at(579, 338)}C${at(572, 300)} ${at(548, 284)} ${at(500, 278)}C${at(452, 284)} ${at(428, 300)} ${at(421, 338)}Z`,
  );
  let curls = "";
  for (let row = 0; row < 4; row++) {
    const count = 7 + row * 2;
    for (let i = 0; i < count; i++) {
      const angle = Math.PI * (1.08 + (0.84 * i) / (count - 1));
      const reach = 1 - (3 - row) * 0.13;
      curls += oval(...tool.point([500 + Math.cos(angle) * 76 * reach, 304 + Math.sin(angle) * 84 * reach, 50]), 5, 5);
    }
  }
  for (let i = 0; i < 6; i++)
    curls += oval(...tool.point([478 + (i % 3) * 22, 196 + Math.floor(i / 3) * 16, 38]), 5, 5);
  tool.grooves(curls, 1.8);
}

function face(tool: Chisel): void {
  for (const s of [-1, 1]) {
    const x = 500 + s * 34;
    tool.groove(
      [
        [x - 22, 342, 64],
        [x, 353, 66],
        [x + 22, 342, 64],
      ],
      3.4,
    );
    tool.groove(
      [
        [x - s * 22, 326, 64],
        [x + s * 2, 314, 64],
        [x + s * 26, 324, 64],
      ],
      2.6,
    );
  }
  tool.groove(marks("508 326 68, 512 362 74, 518 376 74, 500 382 74, 484 377 74"), 2.4);
  tool.groove(marks("478 399 68, 492 396 70, 500 399 70, 508 396 70, 522 399 68"), 2.8);
  tool.groove(marks("488 407 68, 500 411 70, 512 407 68"), 2.2);
  tool.grooves(oval(...tool.point([500, 308, 66]), 4, 4), 3);
}

function robe(tool: Chisel): void {
  tool.groove(marks("578 440 15, 520 520 45, 440 590 45, 398 610 30"), 4);
  tool.groove(marks("592 446 15, 546 540 45, 470 610 45, 410 646 30"), 2.6);
  tool.groove(marks("604 456 15, 574 560 40, 510 634 45, 430 676 30"), 2.6);
  tool.groove(marks("612 486 15, 598 580 35, 556 640 45"), 2.6);
  tool.groove(marks("446 446 20, 472 462 30, 500 466 35"), 2);
  tool.groove(marks("300 716 35, 370 696 45, 450 712 60"), 2.6);
  tool.groove(marks("700 716 35, 630 696 45, 550 712 60"), 2.6);
  tool.groove(marks("330 744 40, 420 726 50, 480 738 60"), 2.6);
  tool.groove(marks("670 744 40, 580 726 50, 520 738 60"), 2.6);
}

/** Buddha in meditation: hands in the lap, eyes lowered. */
export function carveBuddha(tool: Chisel): void {
  lotusSeat(tool);
  tool.part(marks("470 400 30, 466 446 20, 534 446 20, 530 400 30"));
  tool.part(torso);
  tool.part(knee);
  tool.part(mirrored(knee));
  tool.part(arm);
  tool.part(mirrored(arm));
  tool.outline(oval(...tool.point([492, 700, 90]), 76, 19));
  tool.outline(oval(...tool.point([508, 684, 95]), 72, 18));
  tool.groove(marks("470 672 98, 500 662 98, 530 672 98"), 3);
  tool.part(ear);
  tool.part(mirrored(ear));
  tool.part(head);
  hair(tool);
  face(tool);
  robe(tool);
}
