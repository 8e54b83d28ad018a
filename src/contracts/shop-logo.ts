/** The default logo, a file in `public/`, until the owner uploads one. */
const OWN_DRAWING = "/logo.png";

export const logoOf = ({ logo }: { logo: string | null }) => logo ?? OWN_DRAWING;
