import type { ChangedValue } from "../../../contracts/activity/activity.ts";
import { formatRupees } from "../../lib/money.ts";
import { formatCount } from "../layout/counts.ts";

const PRICES = ["price", "offerPrice", "actualPrice", "audioPrice", "videoPrice", "totalAmount", "minTotal"];
const PICTURES = ["image", "images"];
/** Fields with the ids of other records. */
const CHOICES = ["mentionedProducts", "mentionedCourses", "teacherId", "products", "courses"];

/** `offerPrice` → `Offer price`. */
export function formatFieldName(field: string) {
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const formatPictureCount = (count: number) => `${count} ${count === 1 ? "picture" : "pictures"}`;

/** A value as text for the owner. Pictures are counted: their file names mean nothing. */
export function formatValue(field: string, value: ChangedValue): string {
  if (value === null || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (PICTURES.includes(field)) return formatPictureCount(Array.isArray(value) ? value.length : 1);
  if (CHOICES.includes(field)) return `${Array.isArray(value) ? value.length : 1} chosen`;
  if (Array.isArray(value)) return value.length === 0 ? "nothing" : value.join(", ");
  if (typeof value === "number") return PRICES.includes(field) ? formatRupees(value) : formatCount(value);
  return value;
}
