import {
  APPOINTMENT_MINUTES,
  type AppointmentMinutes,
  type ConsultationMode,
  consultationModes,
} from "../appointments/consultation-rules.ts";
import type { ItemType } from "./cart-rules.ts";

/** What a line of a cart or order is for. Parts that its kind of item does not have are null. */
export interface ItemParts {
  productId: string | null;
  /** Null: a product without sizes. */
  variantId: string | null;
  courseId: string | null;
  /** Null: a package. */
  expertId: string | null;
  /** The title of a package. */
  package: string | null;
  mode: ConsultationMode | null;
  /** The id of a package does not name them. */
  minutes: number | null;
}

export interface ExpertItem {
  expertId: string;
  mode: ConsultationMode;
  minutes: AppointmentMinutes;
}

/** A size of a product: `<product id>:<variant id>`. A product without sizes, and a course, have their own id. */
export const variantItemId = (productId: string, variantId: string) => `${productId}:${variantId}`;

/** An appointment with an expert: `<expert id>-audio-30`. */
export const expertItemId = ({ expertId, mode, minutes }: ExpertItem) => `${expertId}-${mode}-${minutes}`;

/** A package of the settings: `Deep Dive-audio`. */
export const packageItemId = (packageTitle: string, mode: ConsultationMode) => `${packageTitle}-${mode}`;

const ID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const modes = consultationModes.join("|");

/** The forms of an `itemId`. The groups are named like the parts. */
const forms: Record<ItemType, RegExp[]> = {
  product: [new RegExp(`^(?<productId>${ID})(?::(?<variantId>${ID}))?$`)],
  course: [new RegExp(`^(?<courseId>${ID})$`)],
  consultancy: [
    new RegExp(`^(?<expertId>${ID})-(?<mode>${modes})-(?<minutes>${APPOINTMENT_MINUTES.join("|")})$`),
    new RegExp(`^(?<package>.+)-(?<mode>${modes})$`, "s"),
  ],
};

/** The parts of an `itemId`. All are null when it has none of the forms of its kind. */
export function parseItem({ itemType, itemId }: { itemType: ItemType; itemId: string }): ItemParts {
  const found = forms[itemType].map((form) => form.exec(itemId)?.groups).find(Boolean);
  return {
    productId: found?.productId ?? null,
    variantId: found?.variantId ?? null,
    courseId: found?.courseId ?? null,
    expertId: found?.expertId ?? null,
    package: found?.package ?? null,
    mode: (found?.mode as ConsultationMode | undefined) ?? null,
    minutes: found?.minutes ? Number(found.minutes) : null,
  };
}

export const withParts = <Line extends { itemType: ItemType; itemId: string }>(line: Line): Line & ItemParts => ({
  ...line,
  ...parseItem(line),
});
