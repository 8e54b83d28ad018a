import { LOCALE } from "../../contracts/locale.ts";
import type { ShopIdentity } from "../../contracts/pages/site.ts";

/** The shop as schema.org data, with the product search. */
export const organizationData = (origin: string, shop: ShopIdentity) => ({
  "@context": "https://schema.org",
  "@graph": [
    {
      "@type": "Organization",
      "@id": `${origin}/#organization`,
      name: shop.brand,
      slogan: shop.tagline,
      description: shop.description,
      url: `${origin}/`,
      logo: `${origin}${shop.logo}`,
      image: `${origin}${shop.look.logo ?? "/share.png"}`,
      email: shop.email,
      telephone: shop.phone,
      founder: { "@type": "Person", name: shop.founder },
      address: { "@type": "PostalAddress", streetAddress: shop.address.join(", "), addressCountry: "IN" },
      sameAs: shop.social.map(({ url }) => url),
    },
    {
      "@type": "WebSite",
      "@id": `${origin}/#website`,
      name: shop.brand,
      url: `${origin}/`,
      inLanguage: LOCALE,
      publisher: { "@id": `${origin}/#organization` },
      potentialAction: {
        "@type": "SearchAction",
        target: { "@type": "EntryPoint", urlTemplate: `${origin}/products?q={search_term_string}` },
        "query-input": "required name=search_term_string",
      },
    },
  ],
});
