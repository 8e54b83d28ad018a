import type { Claim } from "../../contracts/settings/settings.ts";
import { Star } from "../art/star.tsx";
import { Section } from "../ui/section.tsx";
import { SwipeList } from "../ui/swipe-list.tsx";

/** The claims along a constellation: a row on wide screens, a swipeable row on small ones, a column in between. */
export function WhyWeAreTheBest({ claims }: { claims: readonly Claim[] }) {
  return (
    <Section id="why-we-are-the-best" title="Why We Are The Best" ground="night" className="constellation-sky">
      <SwipeList className="constellation">
        {claims.map((claim) => (
          <li key={claim.title} className="constellation-claim">
            <Star className="constellation-star text-saffron" />
            <h3 className="text-title">{claim.title}</h3>
            <p className="mt-1.5 text-moon">{claim.text}</p>
          </li>
        ))}
      </SwipeList>
    </Section>
  );
}
