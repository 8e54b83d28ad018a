import type { Api } from "../lib/api.ts";
import { formatRate, formatRupees } from "../lib/money.ts";
import { toSummary } from "../shop/product-card.tsx";
import type { ShelfItem } from "./home-sections.tsx";

const TOP_SELLERS = 4;
const COURSES = 3;
const MAX_EXPERTS = 8;

/** If a list cannot be loaded, the home page is shown without it. The response cache does not store such a page. */
const orEmpty = <T>(items: Promise<T[]>) =>
  items.catch((error: unknown) => {
    console.error(error instanceof Error ? `The home page lacks a shelf: ${error.message}` : error);
    return [];
  });

async function loadCourses(api: Api): Promise<ShelfItem[]> {
  const courses = await api.call("GET /api/courses", { query: { limit: COURSES } });
  return courses.map(({ _id, title, shortDescription, offerPrice, image }) => ({
    to: `/course/${_id}`,
    title,
    text: shortDescription,
    price: formatRupees(offerPrice),
    image,
  }));
}

async function loadExpertsOnline(api: Api): Promise<ShelfItem[]> {
  const experts = await api.call("GET /api/experts", {});
  return experts
    .filter(({ status }) => status === "online")
    .slice(0, MAX_EXPERTS)
    .map(({ _id, name, domain, price, images }) => ({
      to: `/experts/${_id}`,
      title: name,
      text: domain,
      price: price === null ? "" : formatRate(price),
      image: images[0] ?? null,
    }));
}

export async function loadShelves(api: Api) {
  const [chosen, courses, experts, facets] = await Promise.all([
    orEmpty(api.call("GET /api/products", { query: { topSelling: "true", inStock: "true", limit: TOP_SELLERS } })),
    orEmpty(loadCourses(api)),
    orEmpty(loadExpertsOnline(api)),
    orEmpty(api.call("GET /api/products/facets", {}).then((found) => [found])),
  ]);
  const minPrice = facets[0]?.minPrice;
  const stones = minPrice ? `from ${formatRupees(minPrice)}` : "chosen by hand";
  return {
    chosen: chosen.map(toSummary),
    courses,
    experts,
    doors: [
      { to: "/products", name: "A stone", text: stones, image: chosen[0]?.images[0] },
      { to: "/courses", name: "A course", text: "in small groups", image: courses[0]?.image },
      { to: "/experts", name: "An hour", text: "with someone", image: experts[0]?.image },
    ],
  };
}
export type Shelves = Awaited<ReturnType<typeof loadShelves>>;
