/** A file in `public/`: the logo of a shop whose owner has not sent one. */
const OWN_DRAWING = "/logo.png";

export const logoOf = ({ logo }: { logo: string | null }) => logo ?? OWN_DRAWING;
