import { readFileSync } from "node:fs";
import path from "node:path";
import type { z } from "zod";
import { defaultSettings } from "../site.config.ts";
import { type BlogForm, blogForm } from "../src/contracts/catalogue/blog.ts";
import { type CourseForm, courseForm } from "../src/contracts/catalogue/course.ts";
import { formatSyllabus } from "../src/contracts/catalogue/course-rules.ts";
import { type ExpertForm, expertForm } from "../src/contracts/catalogue/expert.ts";
import { type ProductForm, productForm } from "../src/contracts/catalogue/product.ts";
import { blogs } from "./blogs.ts";
import { courses } from "./courses.ts";
import { coverDrawing, type Drawing, portraitDrawing, productDrawing } from "./drawing.ts";
import { experts } from "./experts.ts";
import { interleave } from "./interleave.ts";
import { ankletAndPendantProducts } from "./products-anklets-pendants.ts";
import { idolAndPalmStoneProducts } from "./products-idols-palm-stones.ts";
import { mushroomSphereAndPendulumProducts } from "./products-mushrooms-spheres-pendulums.ts";
import { necklaceProducts } from "./products-necklaces.ts";
import { ringAndBraceletProducts } from "./products-rings-bracelets.ts";
import { rudrakshAndPyramidProducts } from "./products-rudraksh-pyramids.ts";
import { tumbleAndTowerProducts } from "./products-tumbles-towers.ts";
import { factsOfStone } from "./stone-facts.ts";
import type { DemoCourseDetails } from "./types.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Views: 0 front, 1 turned, 2 close-up, 3 in a setting. */
const VIEWS = { 2: [0, 3], 3: [0, 1, 3], 4: [0, 1, 2, 3] } as const;

/** A demo record: the form to save, its drawings and its age in milliseconds. */
export interface DemoRecord<Form> {
  form: Form;
  drawings: Drawing[];
  ageMs: number;
}

/** A course whose teacher and start are known once it is loaded. */
export interface DemoCourseRecord extends DemoRecord<CourseForm> {
  teacher: string;
  starts: DemoCourseDetails["starts"];
}

/** An article with the titles of what it mentions. */
export interface DemoBlogRecord extends DemoRecord<BlogForm> {
  products: string[];
  courses: string[];
}

/** Validates demo data with the same contract as the API. */
function parseForm<Form>(contract: z.ZodType<Form>, fields: object): Form {
  return contract.parse(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])));
}

const products = interleave(
  [
    ...necklaceProducts,
    ...tumbleAndTowerProducts,
    ...idolAndPalmStoneProducts,
    ...ringAndBraceletProducts,
    ...ankletAndPendantProducts,
    ...rudrakshAndPyramidProducts,
    ...mushroomSphereAndPendulumProducts,
  ],
  (product) => product.subCategory ?? product.category,
);

const toVariants = (sizes: Record<string, number>) => ({
  variants: JSON.stringify(Object.entries(sizes).map(([name, stock]) => ({ name, stock }))),
});

export const demoProducts: DemoRecord<ProductForm>[] = products.map(
  ({ art: { views, ...art }, facts, sizes, ...fields }, index) => ({
    form: parseForm(productForm(defaultSettings), {
      ...fields,
      ...facts,
      ...factsOfStone(facts?.stone),
      ...(sizes && toVariants(sizes)),
    }),
    drawings: VIEWS[views].map((view) => productDrawing({ ...art, view })),
    ageMs: (index + 1) * 10 * MINUTE,
  }),
);

export const demoCourses: DemoCourseRecord[] = courses.map(({ cover, details, ...fields }, index) => {
  const { teacher, starts, syllabus = [], ...known } = details;
  return {
    form: parseForm(courseForm(defaultSettings), { ...fields, ...known, syllabus: formatSyllabus(syllabus) }),
    drawings: [coverDrawing({ ...cover, seed: index + 1 })],
    ageMs: (index + 1) * DAY,
    teacher,
    starts,
  };
});

export const demoExperts: DemoRecord<ExpertForm>[] = experts.map(
  ({ portrait, topics, sampleQuestions, ...fields }, index) => ({
    form: parseForm(expertForm, {
      ...fields,
      topics: topics.join("\n"),
      sampleQuestions: sampleQuestions.join("\n"),
    }),
    drawings: [portraitDrawing(portrait)],
    ageMs: (index + 1) * DAY,
  }),
);

export const demoBlogs: DemoBlogRecord[] = blogs.map((blog, index) => {
  const { file, cover, publishedDaysAgo, products = [], courses = [] } = blog;
  const [heading = "", ...lines] = readFileSync(path.join(import.meta.dirname, "blogs", file), "utf8").split("\n");
  return {
    form: parseForm(blogForm, { title: heading.replace(/^# /, ""), content: lines.join("\n") }),
    drawings: [coverDrawing({ ...cover, seed: 100 + index })],
    ageMs: publishedDaysAgo * DAY,
    products,
    courses,
  };
});

export const demoDrawings = [...demoProducts, ...demoCourses, ...demoExperts, ...demoBlogs].flatMap(
  ({ drawings }) => drawings,
);
