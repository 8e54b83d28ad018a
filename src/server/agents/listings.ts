import type { SelectedOption } from "../../contracts/agents/agent-catalogue.ts";
import * as consultation from "../../contracts/appointments/consultation-rules.ts";
import type { Course } from "../../contracts/catalogue/course.ts";
import type { Expert } from "../../contracts/catalogue/expert.ts";
import type { Product } from "../../contracts/catalogue/product.ts";
import { priceOf, variantTitle } from "../../contracts/catalogue/variant-rules.ts";
import { toPaise } from "../../contracts/money.ts";
import { expertItemId, packageItemId, variantItemId } from "../../contracts/orders/item-rules.ts";
import type { Rating } from "../../contracts/reviews/review.ts";
import type { ConsultancyPackage } from "../../contracts/settings/settings.ts";

export const CURRENCY = "INR";
export const CONSULTATIONS = "Consultations";

/** A variant. Its id is the item of a cart line; prices are in rupees, `listPrice` is struck through if it is higher. */
interface Offer {
  id: string;
  title: string;
  price: number;
  listPrice?: number;
  isAvailable?: boolean;
  options?: SelectedOption[];
}

interface Sold extends Pick<Offer, "id" | "title"> {
  description: string;
  path: string;
  images?: string[];
  categories: string[];
  rating?: Rating | undefined;
  offers: Offer[];
}

const toPrice = (rupees: number) => ({ amount: toPaise(rupees), currency: CURRENCY });
const toRange = (rupees: number[]) => ({ min: toPrice(Math.min(...rupees)), max: toPrice(Math.max(...rupees)) });

const toVariant = ({ id, title, price, listPrice = price, isAvailable = true, options = [] }: Offer) => ({
  id,
  title,
  description: { plain: title },
  price: toPrice(price),
  ...(listPrice > price && { list_price: toPrice(listPrice) }),
  availability: { available: isAvailable, status: isAvailable ? "in_stock" : "out_of_stock" },
  options,
});

const toModeOption = (mode: consultation.ConsultationMode) => ({ name: "Mode", label: consultation.modeNames[mode] });

/** Every combination of the values shown exists. */
function toOptions(offers: Offer[]) {
  const all = offers.flatMap(({ options = [], isAvailable = true }) => options.map((one) => ({ ...one, isAvailable })));
  return [...Map.groupBy(all, ({ name }) => name)].map(([name, options]) => {
    const isSold = (label: string) => options.some((one) => one.label === label && one.isAvailable);
    const labels = new Set(options.map(({ label }) => label));
    return { name, values: [...labels].map((label) => ({ label, available: isSold(label) })) };
  });
}

/** The listings of the protocol, from what the shop sells. Prices are those of a quote (`checkout/pricing.ts`). */
export function createListings(publicUrl: string) {
  const toListing = ({ id, title, description, path, images = [], categories, rating, offers }: Sold) => ({
    id,
    title,
    description: { plain: description || title },
    url: publicUrl + path,
    categories: categories.map((value) => ({ value, taxonomy: "merchant" })),
    price_range: toRange(offers.map(({ price }) => price)),
    ...(offers.some(({ price, listPrice = price }) => listPrice > price) && {
      list_price_range: toRange(offers.map(({ price, listPrice = price }) => listPrice)),
    }),
    media: images.map((image) => ({ type: "image", url: publicUrl + image, alt_text: title })),
    options: toOptions(offers),
    variants: offers.map(toVariant),
    ...(rating && { rating: { value: rating.average, scale_max: 5, count: rating.count } }),
  });

  return {
    ofProduct(product: Product) {
      const { _id: id, title, category, subCategory } = product;
      const sizes = product.variants?.map((size) => ({ ...size, ...priceOf(product, size) }));
      const offers = sizes?.map(({ _id, name, stock, price, offerPrice }) => ({
        id: variantItemId(id, _id),
        title: variantTitle(title, name),
        price: offerPrice,
        listPrice: price,
        isAvailable: stock > 0,
        options: [{ name: "Size", label: name }],
      }));
      const whole = { id, title, price: product.offerPrice, listPrice: product.price, isAvailable: product.stock > 0 };
      const categories = subCategory ? [category, subCategory] : [category];
      return toListing({ ...product, id, path: `/product/${id}`, categories, offers: offers ?? [whole] });
    },

    ofCourse(course: Course) {
      const { _id: id, title, shortDescription, image, offerPrice, actualPrice } = course;
      const texts = { title, description: course.description || shortDescription, path: `/course/${id}` };
      const offers = [{ id, title, price: offerPrice, listPrice: actualPrice }];
      const shown = { images: image ? [image] : [], rating: course.rating, categories: ["Courses"] };
      return toListing({ id, ...texts, ...shown, offers });
    },

    /** Nothing for an expert without a rate, who cannot be booked. */
    ofExpert({ _id: id, name, domain, description, images, rating, price, audioPrice, videoPrice }: Expert) {
      const offers = consultation.consultationModes.flatMap((mode) => {
        const rate = (mode === "audio" ? audioPrice : videoPrice) ?? price;
        return consultation.APPOINTMENT_MINUTES.filter(() => rate !== null).map((minutes) => ({
          id: expertItemId({ expertId: id, mode, minutes }),
          title: consultation.expertItemTitle(name, mode, minutes),
          price: consultation.consultationPrice(rate!, minutes),
          options: [toModeOption(mode), { name: "Minutes", label: `${minutes}` }],
        }));
      });
      const texts = { title: name, description: description || domain, path: `/experts/${id}` };
      const shown = { id, ...texts, images, rating, categories: [CONSULTATIONS] };
      return offers.length > 0 ? [toListing({ ...shown, offers })] : [];
    },

    ofPackage({ title, minutes, bestFor, included, audioPrice, videoPrice }: ConsultancyPackage) {
      const offers = consultation.consultationModes.map((mode) => ({
        id: packageItemId(title, mode),
        title: consultation.packageItemTitle(title, mode),
        price: mode === "audio" ? audioPrice : videoPrice,
        options: [toModeOption(mode)],
      }));
      const description = [`${minutes} minutes. Best for: ${bestFor}`, ...included].join("\n");
      return toListing({ id: title, title, description, path: "/", categories: [CONSULTATIONS], offers });
    },
  };
}
export type Listing = ReturnType<ReturnType<typeof createListings>["ofProduct"]>;
