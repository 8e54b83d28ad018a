import type { CartRequest, Destination } from "../../contracts/agents/sale-requests.ts";
import { pinOrEmpty } from "../../contracts/fields.ts";

export const isIndian = (country: string | undefined) => !country || /^(in|ind|india)$/i.test(country);

/** Of the address, else of the context. Empty when it is not one in India. */
export function pinOf({
  destination,
  context,
}: Pick<CartRequest, "context"> & { destination?: Destination | undefined }) {
  const place = destination ?? context;
  return (isIndian(place?.address_country) && pinOrEmpty.safeParse(place?.postal_code ?? "").data) || "";
}
