import { pageContext } from "../lib/load-context.ts";
import { pageMeta } from "../lib/page-meta.ts";
import { shopOf } from "../lib/site.ts";
import type { Route } from "./+types/privacy-policy";
import { shownDocument } from "./legal/legal-document.ts";
import { LegalPage } from "./legal/legal-page.tsx";
import { standardPrivacyPolicy } from "./legal/privacy.ts";

/** Texts are loader data, not imports, so that they stay out of the browser's bundle. */
export function loader({ context }: Route.LoaderArgs) {
  const { site, settings } = context.get(pageContext);
  const { privacy, updatedOn } = settings.legal;
  return shownDocument(standardPrivacyPolicy(settings.business, site), { text: privacy, updatedOn });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const title = loaderData?.title ?? "";
  return pageMeta({
    title,
    description: `What personal data is kept, why and for how long, and your rights at ${shopOf(matches).brand}.`,
    path: "/privacy_policy",
    matches,
  });
}

export default function PrivacyPolicy({ loaderData }: Route.ComponentProps) {
  return <LegalPage document={loaderData} />;
}
