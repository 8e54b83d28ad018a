import type { Claim } from "../../../site.config.ts";
import { Star } from "../art/star.tsx";
import { Section } from "../ui/section.tsx";

/** The claims are placed along a constellation: across on wide screens, down the side on small ones. */
export function WhyWeAreTheBest({ claims }: { claims: readonly Claim[] }) {
  return (
    <Section id="why-we-are-the-best" title="Why We Are The Best" ground="night" className="constellation-sky">
      <ul className="constellation">
        {claims.map((claim) => (
          <li key={claim.title} className="constellation-claim">
            <Star className="constellation-star text-saffron" />
            <h3 className="text-title">{claim.title}</h3>
            <p className="mt-1.5 text-moon">{claim.text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
