import type { AboutPart, Claim } from "../../contracts/settings/settings.ts";
import notebook from "../art/notebook.svg?url";
import { MoonPhase, Star } from "../art/section-art.tsx";
import windowTable from "../art/window-table.svg?url";
import { classes } from "../ui/classes.ts";
import { Disclosure } from "../ui/disclosure.tsx";
import { Section } from "../ui/section.tsx";

const pictures = [windowTable, notebook];

/** The about section. Its pictures move with scrolling on wide screens (`about-block.css`). */
export function AboutBlock({ title, parts }: { title: string; parts: readonly AboutPart[] }) {
  return (
    <Section id="about" title={title} className="overflow-x-clip">
      <div className="grid gap-8 md:gap-20">
        {parts.map((part, index) => (
          <div key={part.title} className="about-part md:grid md:items-center md:grid-cols-2 md:gap-16">
            <div className={classes("about-picture", index % 2 === 1 && "md:order-last")}>
              <img
                src={pictures[index % pictures.length]}
                width="480"
                height="560"
                alt=""
                loading="lazy"
                decoding="async"
                className="about-picture-image"
              />
            </div>
            <div className="max-w-[56ch]">
              <h3 className="text-title md:text-heading">{part.title}</h3>
              <p className="mt-2 mb-1 md:mt-4 md:mb-2 md:text-lead">{part.lead}</p>
              <Disclosure labels={["Read More", "Read Less"]} about={part.title}>
                <div className="space-y-4 pt-2 pb-2 text-ink-soft">
                  {part.more.map((paragraph) => (
                    <p key={paragraph}>{paragraph}</p>
                  ))}
                </div>
              </Disclosure>
            </div>
          </div>
        ))}
      </div>
    </Section>
  );
}

export function WhyChooseUs({ claims }: { claims: readonly Claim[] }) {
  return (
    <Section
      id="why-choose-us"
      title="Why Choose Us"
      lead="What you can hold us to, whether you come for a stone, a course or an hour of counsel."
      ground="paper"
      look="beside"
    >
      <ul className="grid gap-3 md:grid-cols-2 md:gap-x-12 md:gap-y-0">
        {claims.map((claim, index) => (
          <li key={claim.title} className="flex gap-4 border-t border-gold pt-3 md:gap-5 md:py-8">
            <MoonPhase lit={(index + 1) / claims.length} className="size-8 shrink-0 md:size-10" />
            <div>
              <h3 className="text-title">{claim.title}</h3>
              <p className="text-ink-soft md:mt-1.5">{claim.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function WhyWeAreTheBest({ claims }: { claims: readonly Claim[] }) {
  return (
    <Section id="why-we-are-the-best" title="Why We Are The Best" ground="night" className="constellation-sky">
      <ul className="constellation">
        {claims.map((claim) => (
          <li key={claim.title} className="constellation-claim">
            <Star className="constellation-star text-saffron" />
            <h3 className="text-title">{claim.title}</h3>
            <p className="text-moon md:mt-1.5">{claim.text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
