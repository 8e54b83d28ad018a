import { site } from "../../../site.config.ts";

/** The shop as schema.org data, with the product search. */
export const organizationData = (origin: string) => ({
  "@context": "https://schema.org",
  "@graph": [
    {
      "@type": "Organization",
      "@id": `${origin}/#organization`,
      name: site.brand,
      slogan: site.tagline,
      description: site.description,
      url: `${origin}/`,
      logo: `${origin}${site.logo}`,
      image: `${origin}/share.png`,
      email: site.email,
      telephone: site.phone,
      founder: { "@type": "Person", name: site.founder },
      address: { "@type": "PostalAddress", streetAddress: site.address.join(", "), addressCountry: "IN" },
      sameAs: site.social.map(({ url }) => url),
    },
    {
      "@type": "WebSite",
      "@id": `${origin}/#website`,
      name: site.brand,
      url: `${origin}/`,
      inLanguage: site.locale,
      publisher: { "@id": `${origin}/#organization` },
      potentialAction: {
        "@type": "SearchAction",
        target: { "@type": "EntryPoint", urlTemplate: `${origin}/products?q={search_term_string}` },
        "query-input": "required name=search_term_string",
      },
    },
  ],
});
