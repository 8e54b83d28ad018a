import { settingsOf } from "../lib/load-context.ts";
import { pageMeta } from "../lib/page-meta.ts";
import { shopOf } from "../lib/site.ts";
import type { Route } from "./+types/terms-and-conditions";
import { shownDocument } from "./legal/legal-document.ts";
import { LegalPage } from "./legal/legal-page.tsx";
import { standardTerms } from "./legal/terms.ts";

/** Texts are loader data, not imports, so that they stay out of the browser's bundle. */
export function loader({ context }: Route.LoaderArgs) {
  const { business, legal } = settingsOf(context);
  return shownDocument(standardTerms(business), { text: legal.terms, updatedOn: legal.updatedOn });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const title = loaderData?.title ?? "";
  return pageMeta({
    title,
    description: `The terms for buying products, enrolling in courses and booking consultations at ${shopOf(matches).brand}.`,
    path: "/terms_and_conditions",
    matches,
  });
}

export default function TermsAndConditions({ loaderData }: Route.ComponentProps) {
  return <LegalPage document={loaderData} />;
}
