/** Stands for the tracking number in a courier's address. Free of zod: the browser imports it too. */
export const NUMBER_MARK = "{awb}";

interface Courier {
  name: string;
  /** Empty for a courier without a page. Without the mark, every parcel has the same page. */
  trackingUrl: string;
}

/** The page on which a courier shows a parcel; empty when there is none. */
export function trackingLink(couriers: readonly Courier[], courier: string, trackingNumber: string) {
  const pattern = couriers.find(({ name }) => name === courier)?.trackingUrl;
  return pattern && trackingNumber ? pattern.replaceAll(NUMBER_MARK, encodeURIComponent(trackingNumber)) : "";
}
