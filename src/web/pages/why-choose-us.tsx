import type { Claim } from "../../contracts/settings/settings.ts";
import { MoonPhase } from "../art/moon-phase.tsx";
import { Section } from "../ui/section.tsx";
import { SwipeList } from "../ui/swipe-list.tsx";

export function WhyChooseUs({ claims }: { claims: readonly Claim[] }) {
  return (
    <Section
      id="why-choose-us"
      title="Why Choose Us"
      lead="What you can hold us to, whether you come for a stone, a course or an hour of counsel."
      ground="paper"
      look="beside"
    >
      <SwipeList className="md:grid md:grid-cols-2 md:gap-x-12">
        {claims.map((claim, index) => (
          <li key={claim.title} className="flex gap-5 border-t border-gold pt-6 md:py-8">
            <MoonPhase lit={(index + 1) / claims.length} className="size-10 shrink-0" />
            <div>
              <h3 className="text-title">{claim.title}</h3>
              <p className="mt-1.5 text-ink-soft">{claim.text}</p>
            </div>
          </li>
        ))}
      </SwipeList>
    </Section>
  );
}
