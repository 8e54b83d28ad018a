import type { ActivityKind } from "../../../contracts/activity/activity-rules.ts";

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
  login: () => "/admin/activity?kind=login",
};

/** The admin page of a record. */
export const recordPath = (kind: ActivityKind, id: string) => paths[kind](id);
