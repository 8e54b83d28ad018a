import type { AboutPart } from "../../contracts/settings/settings.ts";
import notebook from "../art/notebook.svg?url";
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
