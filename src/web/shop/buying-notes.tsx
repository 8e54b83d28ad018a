import { Icon } from "../ui/icon.tsx";

export interface BuyingNotesProps {
  deliveryNote: string;
  waysToPay: readonly string[];
}

/** Notes about delivery and payment methods. */
export function BuyingNotes({ deliveryNote, waysToPay }: BuyingNotesProps) {
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-2.5">
        <Icon name="map-pin" size={20} className="shrink-0 text-saffron-deep" />
        {deliveryNote}
      </p>
      <ul aria-label="Ways to pay" className="flex flex-wrap gap-2">
        {waysToPay.map((way) => (
          <li key={way} className="payment-mark">
            {way}
          </li>
        ))}
      </ul>
    </div>
  );
}
