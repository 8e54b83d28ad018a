import type { ReactNode } from "react";
import type { SavedAddress } from "../../contracts/accounts/address.ts";
import { addressLines } from "../../contracts/orders/cart-rules.ts";

interface SavedAddressesProps {
  addresses: readonly SavedAddress[];
  /** Empty: another address. */
  chosenId: string;
  onChoose: (address: SavedAddress | undefined) => void;
}

/** Fills the form's fields from a saved address. */
export function SavedAddresses({ addresses, chosenId, onChoose }: SavedAddressesProps) {
  const choice = (address: SavedAddress | undefined, text: ReactNode) => (
    <label
      key={address?._id ?? ""}
      className="flex min-h-12 items-center gap-3 rounded-control border border-edge bg-paper px-4 py-2.5 has-checked:border-ink"
    >
      <input
        type="radio"
        name="addressId"
        value={address?._id ?? ""}
        checked={chosenId === (address?._id ?? "")}
        onChange={() => onChoose(address)}
        className="size-5 shrink-0 accent-ink"
      />
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </label>
  );
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold">Deliver to</legend>
      {addresses.map((address) =>
        choice(
          address,
          <>
            <strong>{address.name}</strong>, {addressLines(address).replaceAll("\n", ", ")}
          </>,
        ),
      )}
      {choice(undefined, "Another address")}
    </fieldset>
  );
}
