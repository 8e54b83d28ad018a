/** Placeholder for the tracking number in a courier's URL. */
export const NUMBER_MARK = "{awb}";

interface Courier {
  name: string;
  /** Empty for a courier without a tracking page. Without `NUMBER_MARK`, all shipments have the same URL. */
  trackingUrl: string;
}

/** The URL of a shipment's tracking page; empty if the courier has none. */
export function trackingLink(couriers: readonly Courier[], courier: string, trackingNumber: string) {
  const pattern = couriers.find(({ name }) => name === courier)?.trackingUrl;
  return pattern && trackingNumber ? pattern.replaceAll(NUMBER_MARK, encodeURIComponent(trackingNumber)) : "";
}
