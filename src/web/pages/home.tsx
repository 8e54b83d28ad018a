import { apiOf, pageContext } from "../lib/load-context.ts";
import { pageMeta } from "../lib/page-meta.ts";
import { shopOf, useShop } from "../lib/site.ts";
import { Section } from "../ui/section.tsx";
import type { Route } from "./+types/home";
import { AboutBlock } from "./about-block.tsx";
import { ChosenThisWeek } from "./chosen-this-week.tsx";
import { Consultancy } from "./consultancy.tsx";
import { ContactSection } from "./contact-section.tsx";
import { Hero } from "./hero.tsx";
import { loadShelves } from "./load-shelves.ts";
import { MethodsOfTeaching } from "./methods-of-teaching.tsx";
import { organizationData } from "./organization-data.ts";
import { Shelf } from "./shelf.tsx";
import { VideoOrAudio } from "./video-or-audio.tsx";
import { WhyChooseUs } from "./why-choose-us.tsx";
import { WhyWeAreTheBest } from "./why-we-are-the-best.tsx";

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
