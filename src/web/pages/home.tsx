import {
  aboutUs,
  methodsOfTeaching,
  packages,
  site,
  waysToMeet,
  whyChooseUs,
  whyWeAreTheBest,
} from "../../../site.config.ts";
import { pageMeta } from "../lib/page-meta.ts";
import type { Route } from "./+types/home";
import { AboutBlock } from "./about-block.tsx";
import { Consultancy } from "./consultancy.tsx";
import { ContactSection } from "./contact-section.tsx";
import { Hero } from "./hero.tsx";
import { MethodsOfTeaching } from "./methods-of-teaching.tsx";
import { organizationData } from "./organization-data.ts";
import { VideoOrAudio } from "./video-or-audio.tsx";
import { WhyChooseUs } from "./why-choose-us.tsx";
import { WhyWeAreTheBest } from "./why-we-are-the-best.tsx";

/** Texts are loader data, not imports, so that they stay out of the browser's bundle. */
export const loader = ({ request }: Route.LoaderArgs) => ({
  aboutUs,
  whyChooseUs,
  whyWeAreTheBest,
  methodsOfTeaching,
  packages,
  waysToMeet,
  organization: organizationData(new URL(request.url).origin),
});

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return [
    ...pageMeta({ title: site.brand, description: site.description, path: "/", matches }),
    { "script:ld+json": loaderData?.organization ?? {} },
  ];
}

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Hero />
      <AboutBlock title={`About ${site.brand}`} parts={loaderData.aboutUs} />
      <WhyChooseUs claims={loaderData.whyChooseUs} />
      <WhyWeAreTheBest claims={loaderData.whyWeAreTheBest} />
      <MethodsOfTeaching methods={loaderData.methodsOfTeaching} />
      <Consultancy packages={loaderData.packages} />
      <VideoOrAudio ways={loaderData.waysToMeet} />
      <ContactSection
        page="/"
        title="Contact Us"
        lead="Ask before you buy, book or enrol. A person from our small team reads every message and answers."
      />
    </>
  );
}
