export const reviewedTypes = ["product", "course", "consultancy"] as const;
export type ReviewedType = (typeof reviewedTypes)[number];

/** `waiting`: for the owner's look. Stars alone are published at once. `replaced`: by a newer one of the same buyer and item. */
export const reviewStates = ["waiting", "published", "rejected", "replaced"] as const;
export type ReviewState = (typeof reviewStates)[number];

export const MAX_REVIEW_LENGTH = 2_000;
export const MAX_REVIEW_PHOTOS = 4;
export const MAX_REPLY_LENGTH = 2_000;
export const MAX_REASON_LENGTH = 300;
