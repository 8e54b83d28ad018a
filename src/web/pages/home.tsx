import { LOCALE } from "../../contracts/locale.ts";
import type { ShopIdentity } from "../../contracts/pages/site.ts";
import type { MeetingMode, Settings } from "../../contracts/settings/settings.ts";
import { preloadStarChart } from "../art/preload-star-chart.ts";
import type { Api } from "../lib/api.ts";
import { apiOf, pageContext } from "../lib/load-context.ts";
import { formatRupees } from "../lib/money.ts";
import { pageMeta } from "../lib/page-meta.ts";
import { shopOf, useShop } from "../lib/site.ts";
import { type ProductSummary, toSummary } from "../shop/product-card.tsx";
import { NO_RETURNS } from "../shop/product-data.ts";
import { LinkButton } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { Picture } from "../ui/picture.tsx";
import { Section } from "../ui/section.tsx";
import type { Route } from "./+types/home";
import { ContactSection } from "./contact-section.tsx";
import { loadPeople } from "./home-people.ts";
import {
  ChosenThisWeek,
  Consultancy,
  MethodsOfTeaching,
  Shelf,
  type ShelfItem,
  ShopByIntention,
  VideoOrAudio,
} from "./home-sections.tsx";
import { AboutBlock, WhyChooseUs, WhyWeAreTheBest } from "./sections.tsx";

function Hero({ shelves, picture }: { shelves: Shelves; picture: string | null }) {
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

const TOP_SELLERS = 4;
const COURSES = 3;
const INTENTIONS = 6;

/** If a list cannot be loaded, the home page is shown without it. The response cache does not store such a page. */
function orEmpty<T>(items: Promise<T[]>) {
  return items.catch((error: unknown) => {
    console.error(error instanceof Error ? `The home page lacks a shelf: ${error.message}` : error);
    return [];
  });
}

async function loadCourses(api: Api): Promise<ShelfItem[]> {
  const courses = await api.call("GET /api/courses", { query: { limit: COURSES } });
  return courses.map(({ _id, title, shortDescription, offerPrice, image }) => ({
    to: `/course/${_id}`,
    title,
    text: shortDescription,
    price: formatRupees(offerPrice),
    image,
  }));
}

async function loadShelves(api: Api, settings: Settings) {
  const [chosen, courses, experts, facets] = await Promise.all([
    orEmpty(api.call("GET /api/products", { query: { topSelling: "true", inStock: "true", limit: TOP_SELLERS } })),
    orEmpty(loadCourses(api)),
    orEmpty(api.call("GET /api/experts", {})),
    orEmpty(api.call("GET /api/products/facets", {}).then((found) => [found])),
  ]);
  const { minPrice, intentions = [] } = facets[0] ?? {};
  const people = await loadPeople(api, settings, experts);
  const stones = minPrice ? `from ${formatRupees(minPrice)}` : "chosen by hand";
  return {
    chosen: chosen.map(toSummary),
    courses,
    people,
    // Those with the most pieces come first.
    intentions: intentions.slice(0, INTENTIONS).map(({ value }) => value),
    doors: [
      { to: "/products", name: "A stone", text: stones, image: chosen[0]?.images[0] },
      { to: "/courses", name: "A course", text: "in small groups", image: courses[0]?.image },
      { to: "/experts", name: "An hour", text: "with someone", image: people.items[0]?.image },
    ],
  };
}
type Shelves = Awaited<ReturnType<typeof loadShelves>>;

const organizationData = (origin: string, shop: ShopIdentity) => ({
  "@context": "https://schema.org",
  "@graph": [
    {
      "@type": "OnlineStore",
      "@id": `${origin}/#organization`,
      name: shop.brand,
      slogan: shop.tagline,
      description: shop.description,
      url: `${origin}/`,
      logo: `${origin}${shop.logo}`,
      image: `${origin}${shop.look.logo ?? "/share.png"}`,
      email: shop.email,
      telephone: shop.phone,
      founder: shop.founder ? { "@type": "Person", name: shop.founder } : undefined,
      taxID: shop.gstin || undefined,
      hasMerchantReturnPolicy: NO_RETURNS,
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

/** The questions of both ways, each with its two answers. */
function compareWays(ways: readonly MeetingMode[]) {
  const questions = new Set(ways.flatMap((way) => way.answers.map(({ question }) => question)));
  const textsOf = (question: string) =>
    ways.map((way) => way.answers.find((one) => one.question === question)?.answer ?? "");
  return {
    ways: ways.map(({ title, lead }) => ({ title, lead })),
    answers: [...questions].map((question) => ({ question, texts: textsOf(question) })),
  };
}

/** Texts are loader data, not imports, so that they stay out of the browser's bundle. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { settings, site } = context.get(pageContext);
  const { waysToMeet, ...home } = settings.home;
  return {
    ...home,
    comparison: compareWays(waysToMeet),
    hero: settings.look.hero,
    shelves: await loadShelves(apiOf(context), settings),
    organization: organizationData(url.origin, site.shop),
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
  const byIntention = <ShopByIntention intentions={shelves.intentions} />;
  return (
    <>
      <Hero shelves={shelves} picture={loaderData.hero} />
      <AboutBlock title={`About ${useShop().brand}`} parts={loaderData.aboutUs} />
      {shelves.chosen.length > 0 ? (
        <ChosenThisWeek products={shelves.chosen}>{byIntention}</ChosenThisWeek>
      ) : (
        <div className="shell">{byIntention}</div>
      )}
      <WhyChooseUs claims={loaderData.whyChooseUs} />
      <WhyWeAreTheBest claims={loaderData.whyWeAreTheBest} />
      <MethodsOfTeaching methods={loaderData.methodsOfTeaching} />
      {shelves.courses.length > 0 && (
        <Section id="start-learning" title="Start with one of these" ground="paper">
          <Shelf items={shelves.courses} look="courses" />
        </Section>
      )}
      <Consultancy packages={shelves.people.packages} />
      {shelves.people.items.length > 0 && (
        <Section id="online-now" title={shelves.people.title} lead={shelves.people.lead}>
          <Shelf items={shelves.people.items} look="people swipe-row" />
        </Section>
      )}
      <VideoOrAudio {...loaderData.comparison} />
      <ContactSection
        page="/"
        title="Contact Us"
        lead="Ask before you buy, book or enrol. A person from our small team reads every message and answers."
      />
    </>
  );
}
