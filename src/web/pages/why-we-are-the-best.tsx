import type { Claim } from "../../../site.config.ts";
import { Star } from "../art/star.tsx";
import { Section } from "../ui/section.tsx";

/** The claims hang on the stars of one constellation: across the sky on a wide screen, down the side on a small one. */
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
