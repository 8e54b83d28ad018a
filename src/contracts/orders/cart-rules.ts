export const itemTypes = ["course", "product", "consultancy"] as const;
export type ItemType = (typeof itemTypes)[number];

/** A piece is a physical thing that is packed and sent. Courses and consultations are not. */
export const isPiece = ({ itemType }: { itemType: ItemType }) => itemType === "product";

export const MAX_QUANTITY = 999;
/** Lines per quote and per order. */
export const MAX_LINES = 100;

/** An address as it is written on a parcel: the PIN code has a line of its own. */
export const addressLines = ({ address, pin }: { address: string; pin?: string | undefined }) =>
  [address, pin && `PIN ${pin}`].filter(Boolean).join("\n");
