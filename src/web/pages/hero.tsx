import { preloadStarChart } from "../art/preload-star-chart.ts";
import { useShop } from "../lib/site.ts";
import type { ProductSummary } from "../shop/product-card.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { Picture } from "../ui/picture.tsx";
import type { Shelves } from "./load-shelves.ts";

/** The night sky at the top of the home page: the hero, pieces on the rings of the star chart, and three ways in. */
export function Hero({ shelves, picture }: { shelves: Shelves; picture: string | null }) {
  preloadStarChart();
  return (
    <div className="hero-sky night-sky on-night text-ivory">
      <HeroText />
      {picture ? (
        <div className="hero-picture">
          <Picture path={picture} alt="" sizes="(width >= 64rem) 34rem, 100vw" />
        </div>
      ) : (
        <HeroPieces pieces={shelves.chosen} />
      )}
      <Doors doors={shelves.doors} />
    </div>
  );
}

function HeroText() {
  const shop = useShop();
  return (
    <section aria-labelledby="hero">
      <div className="shell flex flex-col justify-center pt-14 pb-10 md:min-h-[28rem] md:py-20 lg:min-h-[32rem]">
        <h1 id="hero" className="max-w-[13ch] text-hero">
          {shop.tagline}
        </h1>
        <p className="mt-5 max-w-[44ch] text-lead text-balance text-moon">{shop.description}</p>
        <div className="mt-9 flex flex-wrap gap-3 max-sm:*:px-4">
          <LinkButton to="/courses" look="accent">
            Explore Courses
          </LinkButton>
          <LinkButton to="/products" look="night">
            Shop Products
          </LinkButton>
        </div>
      </div>
    </section>
  );
}

/** On wide screens only. The same pieces are shown further below. */
const HeroPieces = ({ pieces }: { pieces: ProductSummary[] }) => (
  <ul className="hero-pieces">
    {pieces.slice(0, 3).map(
      ({ _id, title, image }) =>
        image && (
          <li key={_id} className="hero-piece">
            <Link to={`/product/${_id}`}>
              <Picture path={image} alt={title} sizes="152px" />
            </Link>
          </li>
        ),
    )}
  </ul>
);

/** Three ways into the shop, below the hero. */
function Doors({ doors }: Pick<Shelves, "doors">) {
  return (
    <nav aria-label="What we offer" className="doors">
      <ul className="shell doors-row">
        {doors.map(({ to, name, text, image }) => (
          <li key={to}>
            <Link to={to} className="door">
              <span className="door-picture">{image && <Picture path={image} alt="" sizes="112px" />}</span>
              <span>
                <span className="block font-display text-title/[1.3]">{name}</span>
                <span className="text-moon">{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
