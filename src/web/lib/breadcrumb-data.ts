import type { Crumb } from "../ui/breadcrumbs.tsx";

/** Where a page hangs, as search engines read it. The page itself comes last. */
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
