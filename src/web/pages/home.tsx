import { LOCALE } from "../../contracts/locale.ts";
import type { ShopIdentity } from "../../contracts/pages/site.ts";
import { apiOf, pageContext } from "../lib/load-context.ts";
import { pageMeta } from "../lib/page-meta.ts";
import { shopOf, useShop } from "../lib/site.ts";
import { Section } from "../ui/section.tsx";
import type { Route } from "./+types/home";
import { ContactSection } from "./contact-section.tsx";
import { Hero } from "./hero.tsx";
import { ChosenThisWeek, Consultancy, MethodsOfTeaching, Shelf, VideoOrAudio } from "./home-sections.tsx";
import { loadShelves } from "./load-shelves.ts";
import { AboutBlock, WhyChooseUs, WhyWeAreTheBest } from "./sections.tsx";

const organizationData = (origin: string, shop: ShopIdentity) => ({
  "@context": "https://schema.org",
  "@graph": [
    {
      "@type": "Organization",
      "@id": `${origin}/#organization`,
      name: shop.brand,
      slogan: shop.tagline,
      description: shop.description,
      url: `${origin}/`,
      logo: `${origin}${shop.logo}`,
      image: `${origin}${shop.look.logo ?? "/share.png"}`,
      email: shop.email,
      telephone: shop.phone,
      founder: { "@type": "Person", name: shop.founder },
      address: { "@type": "PostalAddress", streetAddress: shop.address.join(", "), addressCountry: "IN" },
      sameAs: shop.social.map(({ url }) => url),
    },
    {
      "@type": "WebSite",
      "@id": `${origin}/#website`,
      name: shop.brand,
      url: `${origin}/`,
      inLanguage: LOCALE,
      publisher: { "@id": `${origin}/#organization` },
      potentialAction: {
        "@type": "SearchAction",
        target: { "@type": "EntryPoint", urlTemplate: `${origin}/products?q={search_term_string}` },
        "query-input": "required name=search_term_string",
      },
    },
  ],
});

/** Texts are loader data, not imports, so that they stay out of the browser's bundle. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { settings, site } = context.get(pageContext);
  return {
    ...settings.home,
    ...settings.packages,
    hero: settings.look.hero,
    shelves: await loadShelves(apiOf(context)),
    organization: organizationData(new URL(request.url).origin, site.shop),
  };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const { brand, description } = shopOf(matches);
  return [
    ...pageMeta({ title: brand, description, path: "/", matches }),
    { "script:ld+json": loaderData?.organization ?? {} },
  ];
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { shelves } = loaderData;
  return (
    <>
      <Hero shelves={shelves} picture={loaderData.hero} />
      <AboutBlock title={`About ${useShop().brand}`} parts={loaderData.aboutUs} />
      {shelves.chosen.length > 0 && <ChosenThisWeek products={shelves.chosen} />}
      <WhyChooseUs claims={loaderData.whyChooseUs} />
      <WhyWeAreTheBest claims={loaderData.whyWeAreTheBest} />
      <MethodsOfTeaching methods={loaderData.methodsOfTeaching} />
      {shelves.courses.length > 0 && (
        <Section id="start-learning" title="Start with one of these" ground="paper">
          <Shelf items={shelves.courses} look="courses" />
        </Section>
      )}
      <Consultancy packages={loaderData.packages} />
      {shelves.experts.length > 0 && (
        <Section id="online-now" title="Online now" lead="They take calls today.">
          <Shelf items={shelves.experts} look="people" />
        </Section>
      )}
      <VideoOrAudio ways={loaderData.waysToMeet} />
      <ContactSection
        page="/"
        title="Contact Us"
        lead="Ask before you buy, book or enrol. A person from our small team reads every message and answers."
      />
    </>
  );
}
