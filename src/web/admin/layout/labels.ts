import type { ActivityKind, Actor } from "../../../contracts/activity/activity-rules.ts";
import { LOCALE } from "../../../contracts/locale.ts";

/** `1,00,000`. */
export const formatCount = (count: number) => count.toLocaleString(LOCALE);

/** `1 order`, `1,200 orders`. */
export const countOf = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

export const actorLabels: Record<Actor, string> = {
  buyer: "by the buyer",
  owner: "by the owner",
  expert: "by the expert",
  payment: "from the payment provider",
  system: "by the shop",
};

const paths: Record<ActivityKind, (id: string) => string> = {
  product: (id) => `/admin/products?edit=${id}`,
  course: (id) => `/admin/courses?edit=${id}`,
  expert: (id) => `/admin/experts?edit=${id}`,
  blog: (id) => `/admin/blogs?edit=${id}`,
  coupon: (id) => `/admin/coupons?edit=${id}`,
  order: (id) => `/admin/orders/${id}`,
  customer: (id) => `/admin/customers/${id}`,
  enquiry: () => "/admin/enquiries",
  setting: () => "/admin/settings",
  person: () => "/admin/people",
  appointment: () => "/admin/appointments",
  review: () => "/admin/reviews",
  login: () => "/admin/activity?kind=login",
};

export const recordPath = (kind: ActivityKind, id: string) => paths[kind](id);
