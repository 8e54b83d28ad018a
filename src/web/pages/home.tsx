import { ArrowRight } from "lucide-react";
import { Link } from "react-router";
import { categories, site } from "../../../site.config.ts";
import { CategoryArt } from "../art/category-art.tsx";
import { apiOf } from "../lib/load-context.ts";
import { pageMeta } from "../lib/page-meta.ts";
import { ProductGrid } from "../shop/product-grid.tsx";
import { addressOf } from "../shop/product-view.ts";
import { LinkButton } from "../ui/button.tsx";
import type { Route } from "./+types/home";

const NEWEST = 4;

export async function loader({ context }: Route.LoaderArgs) {
  try {
    const { items } = await apiOf(context).page("GET /api/products", { query: { limit: NEWEST } });
    return { newest: items };
  } catch (error) {
    // The rest of the page does not depend on it.
    console.error(error instanceof Error ? `Newest products could not be listed: ${error.message}` : error);
    return { newest: [] };
  }
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta({ title: site.brand, description: site.description, path: "/", matches });
}

export default function Home({ loaderData: { newest } }: Route.ComponentProps) {
  return (
    <>
      <Hero />
      <ShopByCategory />
      {newest.length > 0 && (
        <section aria-labelledby="newest" className="shell pb-20 md:pb-28">
          <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 md:mb-8">
            <h2 id="newest" className="text-heading">
              Newest pieces
            </h2>
            <Link
              to="/products"
              prefetch="intent"
              className="inline-flex min-h-11 items-center gap-2 font-semibold text-saffron-deep underline-offset-4 hover:underline"
            >
              See all products
              <ArrowRight size={18} strokeWidth={1.5} aria-hidden />
            </Link>
          </div>
          <ProductGrid products={newest} below />
        </section>
      )}
    </>
  );
}

function Hero() {
  return (
    <section aria-labelledby="hero" className="hero-sky night-sky on-night text-ivory">
      <div className="shell flex flex-col justify-center py-16 md:min-h-[34rem] md:py-24 lg:min-h-[38rem]">
        <h1 id="hero" className="max-w-[13ch] text-hero">
          {site.tagline}
        </h1>
        <p className="mt-5 max-w-[44ch] text-lead text-balance text-moon">{site.description}</p>
        <div className="mt-9 flex flex-wrap gap-3 max-sm:*:px-4">
          <LinkButton to="/products" look="accent">
            Shop Products
          </LinkButton>
          <LinkButton to="/courses" look="night">
            Explore Courses
          </LinkButton>
        </div>
      </div>
    </section>
  );
}

function ShopByCategory() {
  return (
    <section aria-labelledby="categories" className="shell py-16 md:py-24">
      <h2 id="categories" className="text-heading">
        Shop by category
      </h2>
      <ul className="mt-6 grid grid-cols-2 gap-3 sm:grid-cols-3 md:mt-8 md:gap-5 lg:grid-cols-5">
        {categories.map(({ name }) => (
          <li key={name} className="flex">
            <Link
              to={addressOf({ category: name })}
              prefetch="intent"
              className="group flex w-full flex-col items-center gap-3 rounded-card border border-line bg-paper px-3 py-6 text-center transition-shadow hover:shadow-soft focus-visible:rounded-card"
            >
              <CategoryArt
                category={name}
                className="size-16 text-saffron-deep transition-transform group-hover:-translate-y-1"
              />
              <span className="font-display text-title font-medium">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
