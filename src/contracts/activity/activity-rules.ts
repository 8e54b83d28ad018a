export const activityKinds = [
  "product",
  "course",
  "expert",
  "blog",
  "coupon",
  "order",
  "customer",
  "enquiry",
  "setting",
  "login",
  "person",
  "appointment",
  "review",
] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** A status change and marking an enquiry as read are updates; an import is one entry for all its rows. */
export const activityActions = [
  "created",
  "updated",
  "deleted",
  "imported",
  "exported",
  "logged_in",
  "login_failed",
  "invited",
  "withdrew",
  "joined",
  "removed",
] as const;
export type ActivityAction = (typeof activityActions)[number];

/** Who changed an order or an appointment. */
export const actors = ["buyer", "owner", "expert", "payment", "system"] as const;
export type Actor = (typeof actors)[number];
