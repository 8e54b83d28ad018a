import { settingsOf } from "../lib/load-context.ts";
import { pageMeta, shorten } from "../lib/page-meta.ts";
import { originOf, shopOf, useShop } from "../lib/site.ts";
import { Banner } from "../ui/banner.tsx";
import { LinkButton } from "../ui/button.tsx";
import type { Route } from "./+types/about";
import { AboutBlock, WhyChooseUs, WhyWeAreTheBest } from "./sections.tsx";

export function loader({ context }: Route.LoaderArgs) {
  const { aboutUs, whyChooseUs, whyWeAreTheBest } = settingsOf(context).home;
  return { aboutUs, whyChooseUs, whyWeAreTheBest };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const origin = originOf(matches);
  const { brand } = shopOf(matches);
  const description = shorten(loaderData?.aboutUs[0].lead ?? "");
  return [
    ...pageMeta({ title: "About Us", description, path: "/about", matches }),
    {
      "script:ld+json": {
        "@context": "https://schema.org",
        "@type": "AboutPage",
        name: `About ${brand}`,
        url: `${origin}/about`,
        about: { "@id": `${origin}/#organization` },
      },
    },
  ];
}

export default function About({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Banner title="About Us" lead="The people, the notebooks and the table by the window." />
      <AboutBlock title={`The story of ${useShop().brand}`} parts={loaderData.aboutUs} />
      <WhyChooseUs claims={loaderData.whyChooseUs} />
      <WhyWeAreTheBest claims={loaderData.whyWeAreTheBest} />
      <section aria-labelledby="begin" className="shell py-16 text-center md:py-24">
        <h2 id="begin" className="text-display">
          Where would you like to begin?
        </h2>
        <p className="mx-auto mt-3 max-w-[48ch] text-lead text-balance text-ink-soft">
          Learn a method in your own time, or choose a stone that you can hold.
        </p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <LinkButton to="/courses" look="accent">
            Explore Courses
          </LinkButton>
          <LinkButton to="/products">Shop Products</LinkButton>
        </div>
      </section>
    </>
  );
}
