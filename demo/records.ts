import { readFileSync } from "node:fs";
import path from "node:path";
import type { z } from "zod";
import { type BlogForm, blogForm } from "../src/contracts/blog.ts";
import { type CourseForm, courseForm } from "../src/contracts/course.ts";
import { type ExpertForm, expertForm } from "../src/contracts/expert.ts";
import { type ProductForm, productForm } from "../src/contracts/product.ts";
import { drawCover } from "./art/cover.ts";
import { demoPortraits, drawPortrait } from "./art/portrait.ts";
import { drawProduct } from "./art/product.ts";
import { blogs } from "./blogs.ts";
import { courses } from "./courses.ts";
import { experts } from "./experts.ts";
import { interleave } from "./interleave.ts";
import { ankletPendantAndNecklaceProducts } from "./products-anklets-pendants-necklaces.ts";
import { idolAndPalmStoneProducts } from "./products-idols-palm-stones.ts";
import { mushroomSphereAndPendulumProducts } from "./products-mushrooms-spheres-pendulums.ts";
import { ringAndBraceletProducts } from "./products-rings-bracelets.ts";
import { rudrakshAndPyramidProducts } from "./products-rudraksh-pyramids.ts";
import { tumbleAndTowerProducts } from "./products-tumbles-towers.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Front, turned, close-up, in its setting: a piece with fewer views leaves out the close-up first. */
const VIEWS = { 2: [0, 3], 3: [0, 1, 3], 4: [0, 1, 2, 3] } as const;

/** A record of the demo: what is saved, how its pictures are drawn, and how long ago it appeared. */
export interface DemoRecord<Form> {
  form: Form;
  drawings: (() => string)[];
  age: number;
}

/** The shop's own forms read the demo too, so that nothing in it can break a rule. */
function asForm<Form>(contract: z.ZodType<Form>, fields: object): Form {
  return contract.parse(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])));
}

const pieces = interleave(
  [
    ...ringAndBraceletProducts,
    ...ankletPendantAndNecklaceProducts,
    ...tumbleAndTowerProducts,
    ...idolAndPalmStoneProducts,
    ...rudrakshAndPyramidProducts,
    ...mushroomSphereAndPendulumProducts,
  ],
  (piece) => piece.subCategory ?? piece.category,
);

export const demoProducts: DemoRecord<ProductForm>[] = pieces.map(({ art: { views, ...art }, ...fields }, index) => ({
  form: asForm(productForm, fields),
  drawings: VIEWS[views].map((view) => () => drawProduct({ ...art, view })),
  age: (index + 1) * 10 * MINUTE,
}));

export const demoCourses: DemoRecord<CourseForm>[] = courses.map(({ cover, ...fields }, index) => ({
  form: asForm(courseForm, fields),
  drawings: [() => drawCover({ ...cover, seed: index + 1 })],
  age: (index + 1) * DAY,
}));

export const demoExperts: DemoRecord<ExpertForm>[] = experts.map(({ portrait, ...fields }, index) => ({
  form: asForm(expertForm, fields),
  drawings: [() => drawPortrait(demoPortraits[portrait]!)],
  age: (index + 1) * DAY,
}));

export const demoBlogs: DemoRecord<BlogForm>[] = blogs.map(({ file, cover, publishedDaysAgo }, index) => {
  const [heading = "", ...lines] = readFileSync(path.join(import.meta.dirname, "blogs", file), "utf8").split("\n");
  return {
    form: asForm(blogForm, { title: heading.replace(/^# /, ""), content: lines.join("\n") }),
    drawings: [() => drawCover({ ...cover, seed: 100 + index })],
    age: publishedDaysAgo * DAY,
  };
});
