import { site } from "../../../site.config.ts";
import { Icon } from "../ui/icon.tsx";

/** How a piece comes to its buyer, and how it can be paid. */
export function BuyingNotes() {
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-2.5">
        <Icon name="map-pin" size={20} className="shrink-0 text-saffron-deep" />
        {site.deliveryNote}
      </p>
      <ul aria-label="Ways to pay" className="flex flex-wrap gap-2">
        {site.waysToPay.map((way) => (
          <li key={way} className="payment-mark">
            {way}
          </li>
        ))}
      </ul>
    </div>
  );
}
