import type { Crumb } from "../ui/breadcrumbs.tsx";

/** Breadcrumbs as schema.org data; the page itself comes last. */
export const breadcrumbData = (origin: string, crumbs: Crumb[]) => ({
  "@context": "https://schema.org",
  "@type": "BreadcrumbList",
  itemListElement: crumbs.map(({ name, to }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name,
    item: `${origin}${to}`,
  })),
});
