/** An address as it is written on a parcel: the PIN code has a line of its own. Free of zod. */
export const addressLines = ({ address, pin }: { address: string; pin?: string | undefined }) =>
  [address, pin && `PIN ${pin}`].filter(Boolean).join("\n");
