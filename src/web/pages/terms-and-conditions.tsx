import { site } from "../../../site.config.ts";
import { pageMeta } from "../lib/page-meta.ts";
import type { Route } from "./+types/terms-and-conditions";
import { shownDocument } from "./legal/legal-document.ts";
import { LegalPage } from "./legal/legal-page.tsx";
import { terms } from "./legal/terms.ts";

/** Texts are loader data, not imports, so that they stay out of the browser's bundle. */
export const loader = () => shownDocument(terms);

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const title = loaderData?.title ?? "";
  return pageMeta({
    title,
    description: `The terms for buying products, enrolling in courses and booking consultations at ${site.brand}.`,
    path: "/terms_and_conditions",
    matches,
  });
}

export default function TermsAndConditions({ loaderData }: Route.ComponentProps) {
  return <LegalPage document={loaderData} />;
}
