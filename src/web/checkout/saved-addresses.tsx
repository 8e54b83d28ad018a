import type { SavedAddress } from "../../contracts/accounts/address.ts";
import { addressLines } from "../../contracts/orders/cart-rules.ts";

interface SavedAddressesProps {
  addresses: readonly SavedAddress[];
  /** Undefined: another address. */
  chosen: SavedAddress | undefined;
  onChoose: (address: SavedAddress | undefined) => void;
}

/** Fills the form's fields from a saved address. */
export const SavedAddresses = ({ addresses, chosen, onChoose }: SavedAddressesProps) => (
  <fieldset className="grid gap-2">
    <legend className="mb-1.5 font-semibold">Deliver to</legend>
    {[...addresses, undefined].map((address) => (
      <label
        key={address?._id ?? ""}
        className="flex min-h-12 items-center gap-3 rounded-control border border-edge bg-paper px-4 py-2.5 has-checked:border-ink"
      >
        <input
          type="radio"
          name="addressId"
          value={address?._id ?? ""}
          checked={address === chosen}
          onChange={() => onChoose(address)}
          className="size-5 shrink-0 accent-ink"
        />
        <span className="min-w-0 wrap-anywhere">
          <strong>{address?.name}</strong>
          {address ? `, ${addressLines(address).replaceAll("\n", ", ")}` : "Another address"}
        </span>
      </label>
    ))}
  </fieldset>
);
