import { type FormEvent, useId } from "react";
import {
  type ConsultationMode,
  consultationModes,
  modeNames,
  packageItemId,
  packageItemTitle,
} from "../../contracts/appointments/consultation-rules.ts";
import type { ConsultancyPackage } from "../../contracts/settings/settings.ts";
import { addToCartWithToast, type CartItem, quantityInCart, useCart } from "../lib/cart.ts";
import { formatRupees } from "../lib/money.ts";
import { useShop } from "../lib/site.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Disclosure } from "../ui/disclosure.tsx";
import { Icon } from "../ui/icon.tsx";
import { InCart } from "../ui/in-cart.tsx";

const packagePrice = ({ audioPrice, videoPrice }: ConsultancyPackage, mode: ConsultationMode) =>
  mode === "video" ? videoPrice : audioPrice;

const toPackageItem = (offer: ConsultancyPackage, mode: ConsultationMode, logo: string): CartItem => ({
  itemId: packageItemId(offer.title, mode),
  itemType: "consultancy",
  title: packageItemTitle(offer.title, mode),
  price: packagePrice(offer, mode),
  image: logo,
});

/** The style sheet shows what belongs to the selected mode (`package-card.css`), so the choice works without scripts. */
export function PackageCard({ offer }: { offer: ConsultancyPackage }) {
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
