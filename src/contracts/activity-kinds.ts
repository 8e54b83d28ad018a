/** Plain words, without zod: the browser reads them too. */
export const activityKinds = ["product", "course", "expert", "blog", "order", "enquiry"] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** An order's new status and an enquiry marked as read are updates; an import is one entry however many rows it had. */
export const activityActions = ["created", "updated", "deleted", "imported"] as const;
export type ActivityAction = (typeof activityActions)[number];
