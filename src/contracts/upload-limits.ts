/** Limits of one upload form. Free of zod: the browser checks them before it sends. */
export const MAX_UPLOAD_FILES = 8;
export const MAX_UPLOAD_BYTES = 8 * 1024 * 1024;

/** Pictures of one record. */
export const MAX_IMAGES = { product: 20, course: 1, expert: 8, blog: 20 } as const;
