import { type Chisel, limb, lotusSeat, marks, mirrored } from "./carving.ts";
import { oval } from "./outline.ts";

const ear = marks("446 334 20, 392 312 -10, 326 338 -20, 306 404 -20, 334 462 -10, 392 474 0, 440 446 20");
const rearArm = marks(
  "420 500 -10, 366 494 -20, 322 470 -30, 296 428 -30, 312 396 -30, 340 402 -30, 352 440 -30, 400 462 -20",
);
const upperArm = marks("414 492 10, 372 508 20, 334 566 30, 326 612 40, 362 628 40, 398 586 30, 430 530 20");
const thigh = marks("500 690 60, 410 640 60, 320 650 50, 266 698 40, 286 738 40, 390 756 60, 500 756 70");
const head = marks(
  "500 296 60, 446 308 60, 414 358 60, 424 420 70, 458 460 70, 500 470 80, 542 460 70, 576 420 70, 586 358 60, 554 308 60",
);
const belly = marks(
  "424 474 20, 386 540 30, 370 612 40, 404 684 50, 500 706 60, 596 684 50, 630 612 40, 614 540 30, 576 474 20, 500 462 30",
);

const trunk: readonly (readonly [number, number, number])[] = [
  [500, 392, 40],
  [499, 440, 37],
  [493, 490, 32],
  [492, 536, 28],
  [508, 578, 25],
  [542, 600, 21],
  [576, 592, 16],
  [586, 566, 11],
  [574, 552, 7],
];

function body(tool: Chisel): void {
  tool.part(rearArm);
  tool.part(mirrored(rearArm));
  lotus(tool);
  tool.part(marks("690 400 -30, 706 366 -30, 694 330 -30, 722 338 -30, 728 372 -30, 704 408 -30"));
  tool.part(belly);
  tool.part(thigh);
  tool.part(mirrored(thigh));
  tool.part(marks("520 742 80, 440 728 80, 388 740 80, 400 762 80, 500 766 80"));
  tool.part(marks("500 722 90, 570 710 90, 622 722 90, 612 746 90, 520 752 90"));
}

/** Held in the raised rear hand. */
function lotus(tool: Chisel): void {
  tool.part(
    marks(
      "306 400 -30, 282 372 -30, 286 348 -30, 304 362 -30, 316 334 -30, 330 362 -30, 348 350 -30, 346 378 -30, 322 402 -30",
    ),
  );
}

function arms(tool: Chisel): void {
  tool.part(upperArm);
  tool.part(mirrored(upperArm));
  tool.part(marks("332 618 60, 318 578 60, 316 532 70, 326 500 70, 348 494 70, 366 508 70, 368 556 70, 366 616 60"));
  tool.part(marks("672 596 60, 676 632 60, 622 662 80, 570 664 90, 556 646 90, 592 626 80, 640 600 70"));
  tool.part(marks("572 586 100, 594 612 100, 602 636 100, 576 650 100, 546 638 100, 552 612 100"));
}

function crown(tool: Chisel): void {
  const at = (x: number, y: number) => tool.point([x, y, 60]).join(" ");
  tool.outline(
    `M${at(500, 150)}C${at(512, 172)} ${at(520, 186)} ${at(514, 206)}L${at(486, 206)}C${at(480, 186)} ${at(488, 172)} ${at(500, 150)}Z`,
  );
  tool.outline(
    `M${at(456, 258)}C${at(458, 226)} ${at(476, 204)} ${at(500, 198)}C${at(524, 204)} ${at(542, 226)} ${at(544, 258)}Q${at(500, 240)} ${at(456, 258)}Z`,
  );
  tool.outline(
    `M${at(424, 326)}C${at(420, 290)} ${at(436, 262)} ${at(452, 250)}Q${at(500, 232)} ${at(548, 250)}C${at(564, 262)} ${at(580, 290)} ${at(576, 326)}Q${at(500, 288)} ${at(424, 326)}Z`,
  );
  tool.groove(marks("430 310 60, 500 276 60, 570 310 60"), 3);
  tool.groove(marks("460 246 60, 500 232 60, 540 246 60"), 2.5);
  const gems = [
    [500, 262, 9],
    [462, 276, 6],
    [538, 276, 6],
    [500, 220, 6],
  ] as const;
  tool.grooves(gems.map(([x, y, r]) => oval(...tool.point([x, y, 62]), r, r * 1.15)).join(""), 2.5);
}

function face(tool: Chisel): void {
  tool.outline(limb(trunk.map(([x, y, w]) => [tool.point([x, y, 90])[0], y, w] as const)));
  tool.part(marks("458 440 90, 468 446 90, 452 486 90, 440 494 90, 446 466 90"));
  tool.part(marks("532 446 90, 542 440 90, 550 462 90, 544 470 90"));
  for (let i = 0; i < 7; i++) {
    const y = 442 + i * 21;
    const w = 33 - i * 2;
    const x = 498 - Math.min(i, 4) * 1.6 + Math.max(0, i - 5) * 8;
    tool.groove(
      [
        [x - w, y - 3, 90],
        [x, y + 7, 90],
        [x + w, y - 3, 90],
      ],
      2,
    );
  }
  for (const s of [-1, 1]) {
    const x = 500 + s * 48;
    tool.groove(
      [
        [x - 19, 382, 75],
        [x, 373, 75],
        [x + 19, 384, 75],
      ],
      4,
    );
    tool.groove(
      [
        [x - 15, 384, 75],
        [x, 391, 75],
        [x + 15, 385, 75],
      ],
      2.5,
    );
    tool.groove(
      [
        [x - s * 28, 360, 75],
        [x, 350, 75],
        [x + s * 22, 360, 75],
      ],
      2.5,
    );
    tool.groove(
      [
        [500 + s * 92, 352, 0],
        [500 + s * 140, 362, -10],
        [500 + s * 168, 408, -15],
        [500 + s * 142, 446, -10],
      ],
      3,
    );
  }
  tool.groove(marks("486 322 70, 488 346 70, 500 356 70, 512 346 70, 514 322 70"), 3);
  tool.groove(marks("500 324 70, 500 346 70"), 3);
}

function ornaments(tool: Chisel): void {
  tool.groove(marks("420 496 30, 450 520 40, 470 528 50"), 3);
  tool.groove(marks("580 496 30, 556 520 40, 530 532 50"), 3);
  tool.groove(marks("410 520 30, 440 600 50, 500 670 60, 560 690 60"), 3);
  tool.groove(marks("400 690 60, 500 716 60, 600 690 60"), 4);
  tool.groove(marks("300 694 40, 360 676 50, 430 690 60"), 2.5);
  tool.groove(marks("700 694 40, 640 676 50, 570 690 60"), 2.5);
  tool.groove(marks("318 720 40, 380 706 50, 440 716 60"), 2.5);
  tool.groove(marks("682 720 40, 620 700 50, 580 708 60"), 2.5);
  tool.groove(marks("352 548 25, 376 562 25, 398 574 25"), 4);
  tool.groove(marks("648 548 25, 624 562 25, 602 574 25"), 4);
  tool.groove(marks("330 506 72, 332 534 72"), 2);
  tool.groove(marks("342 500 72, 344 534 72"), 2);
  tool.groove(marks("355 504 72, 356 536 72"), 2);
  tool.groove(marks("560 620 102, 574 596 102, 588 622 102"), 2);
}

/** Seated Ganesha: one hand blesses, one holds the modak towards which the trunk curls. */
export function carveGanesha(tool: Chisel): void {
  lotusSeat(tool);
  body(tool);
  arms(tool);
  tool.part(ear);
  tool.part(mirrored(ear));
  tool.part(head);
  crown(tool);
  face(tool);
  ornaments(tool);
}
