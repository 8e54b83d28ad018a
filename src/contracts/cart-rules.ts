/** Free of zod: browser and server apply the same rules. */
export const itemTypes = ["course", "product", "consultancy"] as const;
export type ItemType = (typeof itemTypes)[number];

/** A piece is a physical thing that is packed and sent. Courses and consultations are not. */
export const isPiece = ({ itemType }: { itemType: ItemType }) => itemType === "product";

export const MAX_QUANTITY = 999;
/** Pieces of one product in an order: nobody holds the whole stock without paying. */
export const MAX_PIECES_PER_PRODUCT = 10;
/** The largest quantity of a line. Only products have pieces. */
export const maxQuantityOf = (itemType: ItemType) => (itemType === "product" ? MAX_PIECES_PER_PRODUCT : MAX_QUANTITY);
/** Lines per quote and per order. */
export const MAX_LINES = 100;
