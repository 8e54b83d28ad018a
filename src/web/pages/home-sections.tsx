import { type FormEvent, type ReactNode, useId } from "react";
import {
  type ConsultationMode,
  consultationModes,
  modeNames,
  packageItemTitle,
} from "../../contracts/appointments/consultation-rules.ts";
import { packageItemId } from "../../contracts/orders/item-rules.ts";
import type { Claim, ConsultancyPackage, MeetingMode } from "../../contracts/settings/settings.ts";
import { PageArt } from "../art/section-art.tsx";
import { addToCartWithToast, type CartItem, quantityInCart, useCart } from "../lib/cart.ts";
import { formatRupees } from "../lib/money.ts";
import { useShop } from "../lib/site.ts";
import { FactLinks } from "../shop/fact-links.tsx";
import { CardRow, type ProductSummary } from "../shop/product-card.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { Card, CardLink } from "../ui/card.tsx";
import { classes } from "../ui/classes.ts";
import { Disclosure } from "../ui/disclosure.tsx";
import { Icon } from "../ui/icon.tsx";
import { InCart } from "../ui/in-cart.tsx";
import { TextLink } from "../ui/link.tsx";
import { Picture } from "../ui/picture.tsx";
import { Section } from "../ui/section.tsx";
import { WithoutCart } from "../ui/without-cart.tsx";

const packagePrice = ({ audioPrice, videoPrice }: ConsultancyPackage, mode: ConsultationMode) =>
  mode === "video" ? videoPrice : audioPrice;

const toPackageItem = (offer: ConsultancyPackage, mode: ConsultationMode, logo: string): CartItem => ({
  itemId: packageItemId(offer.title, mode),
  itemType: "consultancy",
  title: packageItemTitle(offer.title, mode),
  price: packagePrice(offer, mode),
  image: logo,
});

/** A package with the expert who gives it and their next free time; empty when unknown. */
export type OfferedPackage = ConsultancyPackage & { expertName: string; next: string };

/** The style sheet shows what belongs to the selected mode (`package-card.css`), so the choice works without scripts. */
function PackageCard({ offer }: { offer: OfferedPackage }) {
  const id = useId();
  const cart = useCart();
  const { logo } = useShop();

  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const mode = new FormData(event.currentTarget).get("mode") as ConsultationMode;
    addToCartWithToast(toPackageItem(offer, mode, logo));
  };

  return (
    <article aria-labelledby={id} className={classes("package", offer.highlight && "package-highlight on-night")}>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <p className="eyebrow package-soft">{offer.duration}</p>
        {offer.tag && <Badge tone="rose">{offer.tag}</Badge>}
      </div>
      <h3 id={id} className="mt-1 text-heading">
        {offer.title}
      </h3>
      <p className="package-soft mt-1">
        <span className="font-semibold">Best for:</span> {offer.bestFor}
      </p>
      {offer.expertName && <p className="mt-1 font-medium">with {offer.expertName}</p>}
      {offer.next && <p className="package-soft">{offer.next}</p>}
      {/* Sent by script only: with `dialog`, a submit before hydration does nothing. */}
      <form method="dialog" onSubmit={add} className="mt-5">
        <fieldset className="package-modes">
          <legend className="sr-only">{offer.title}: how we meet</legend>
          {consultationModes.map((mode) => (
            <label key={mode} className="package-mode">
              <input
                type="radio"
                name="mode"
                value={mode}
                defaultChecked={mode === "audio"}
                aria-describedby={`${id}-${mode}`}
                className="sr-only"
              />
              {modeNames[mode]}
            </label>
          ))}
        </fieldset>
        <p className="mt-5 flex flex-wrap items-baseline gap-x-2">
          {consultationModes.map((mode) => (
            <span
              key={mode}
              id={`${id}-${mode}`}
              className={classes("font-display text-display font-medium", `package-of-${mode}`)}
            >
              {formatRupees(packagePrice(offer, mode))}
            </span>
          ))}
          <span className="package-soft">for {offer.minutes} minutes</span>
        </p>
        <Button type="submit" look={offer.highlight ? "accent" : "quiet"} className="needs-script mt-5 w-full">
          Add to Cart<span className="sr-only">: {offer.title}</span>
        </Button>
        {consultationModes.map((mode) => (
          <div key={mode} className={`package-of-${mode}`}>
            <InCart quantity={quantityInCart(cart, toPackageItem(offer, mode, logo))} className="mt-1 justify-center" />
          </div>
        ))}
      </form>
      <div className="mt-3">
        <Disclosure labels={["Show details", "Hide details"]} about={offer.title} name="package-details">
          <Points title="What is included" points={offer.included} />
          <Points title="Suitable for" points={offer.suitableFor} />
        </Disclosure>
      </div>
    </article>
  );
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <div className="package-points">
      <h4 className="font-semibold">{title}</h4>
      <ul className="mt-2 space-y-2">
        {points.map((point) => (
          <li key={point} className="package-soft flex gap-2.5">
            <Icon name="check" size={20} className="package-check" />
            {point}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function ChosenThisWeek({ products, children }: { products: ProductSummary[]; children: ReactNode }) {
  return (
    <Section id="chosen" title="Chosen this week" ground="paper">
      <CardRow products={products} />
      <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2 md:mt-8">
        <LinkButton to="/products">See every piece</LinkButton>
        <TextLink to="/find-your-stone">Find your stone</TextLink>
      </div>
      {children}
    </Section>
  );
}

export const ShopByIntention = ({ intentions }: { intentions: string[] }) =>
  intentions.length > 0 && (
    <nav aria-labelledby="by-intention" className="mt-4 md:mt-8">
      <h3 id="by-intention" className="mb-2 text-title">
        Shop by intention
      </h3>
      <FactLinks fact="intentions" values={intentions} />
    </nav>
  );

const methodDrawings = [
  { name: "scientific", ground: "bg-sage-wash text-sage" },
  { name: "energy", ground: "bg-rose-wash text-rose" },
  { name: "unique", ground: "bg-sand text-saffron-deep" },
] as const;

export function MethodsOfTeaching({ methods }: { methods: readonly Claim[] }) {
  return (
    <Section
      id="methods-of-teaching"
      title="Methods Of Teaching"
      lead="Three habits that run through every course, from the first evening to the last."
    >
      <ul className="grid gap-3 md:grid-cols-3 md:gap-6">
        {methods.map((method, index) => {
          const { name, ground } = methodDrawings[index % methodDrawings.length]!;
          return (
            <li key={method.title} className={classes("flex gap-4 rounded-card p-4 md:block md:p-8", ground)}>
              <PageArt name={name} className="size-12 shrink-0 md:size-36" />
              <div className="min-w-0 wrap-anywhere text-ink">
                <h3 className="text-title md:mt-6 md:text-heading">{method.title}</h3>
                <p className="mt-1 md:mt-2">{method.text}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

export interface ShelfItem {
  to: string;
  title: string;
  text: string;
  price: string;
  image: string | null;
  /** The next free time of an expert. */
  next?: string;
}

export function Shelf({ items, look }: { items: ShelfItem[]; look: "courses" | "people swipe-row" }) {
  return (
    <ul className={`shelf-${look}`}>
      {items.map(({ to, title, text, price, image, next }) => (
        <li key={to} className="flex">
          <Card>
            <div className="shelf-card flex h-full">
              <div className="shelf-picture">
                {image && <Picture path={image} alt="" sizes="(width >= 64rem) 370px, 84vw" />}
              </div>
              <div className="flex grow flex-col gap-1 px-4 pt-3 pb-3 md:gap-1.5 md:pt-3.5 md:pb-4">
                <h3 className="text-title">
                  <CardLink to={to}>{title}</CardLink>
                </h3>
                <p className="line-clamp-2 text-ink-soft">{text}</p>
                {next && <p className="text-small font-medium">{next}</p>}
                <p className="mt-auto font-semibold">{price}</p>
              </div>
            </div>
          </Card>
        </li>
      ))}
    </ul>
  );
}

export function Consultancy({ packages }: { packages: readonly OfferedPackage[] }) {
  return (
    <Section
      id="consultancy"
      title="Consultancy Packages"
      lead="Half an hour for one question, or an evening for the whole picture. Choose a voice call or video; the price is the whole price."
      ground="sand"
    >
      <ul className="swipe-row items-start md:grid md:gap-6 lg:grid-cols-3">
        {packages.map((offer) => (
          <li key={offer.title}>
            <PackageCard offer={offer} />
          </li>
        ))}
      </ul>
      <WithoutCart action="book" className="mt-6" />
    </Section>
  );
}

const modeDrawings = ["video", "audio"];

interface Comparison {
  ways: Pick<MeetingMode, "title" | "lead">[];
  /** The answers of both ways to each question. */
  answers: { question: string; texts: string[] }[];
}

export function VideoOrAudio({ ways, answers }: Comparison) {
  return (
    <Section
      id="video-or-audio"
      title="Video vs Chat/Audio"
      lead="The reading is the same. What differs is how near you want to sit."
      ground="paper"
    >
      <table className="ways-to-meet">
        <thead>
          <tr>
            {ways.map(({ title, lead }, index) => (
              <th key={title} scope="col">
                <PageArt name={modeDrawings[index]!} className="mb-3 size-14 md:size-24" />
                <h3 className="text-title md:text-heading">{title}</h3>
                <p className="text-ink-soft">{lead}</p>
              </th>
            ))}
          </tr>
        </thead>
        {answers.map(({ question, texts }) => (
          <tbody key={question}>
            <tr>
              <th colSpan={2} scope="rowgroup">
                {question}
              </th>
            </tr>
            <tr>
              {ways.map(({ title }, index) => (
                <td key={title}>{texts[index]}</td>
              ))}
            </tr>
          </tbody>
        ))}
      </table>
    </Section>
  );
}
