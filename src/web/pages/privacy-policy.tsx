import { site } from "../../../site.config.ts";
import { apiOf } from "../lib/load-context.ts";
import { pageMeta } from "../lib/page-meta.ts";
import type { Route } from "./+types/privacy-policy";
import { shownDocument } from "./legal/legal-document.ts";
import { LegalPage } from "./legal/legal-page.tsx";
import { privacyPolicy } from "./legal/privacy.ts";

/** Texts are loader data, not imports, so that they stay out of the browser's bundle. */
export async function loader({ context }: Route.LoaderArgs) {
  return shownDocument(privacyPolicy(await apiOf(context).call("GET /api/site", {})));
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const title = loaderData?.title ?? "";
  return pageMeta({
    title,
    description: `What personal data is kept, why and for how long, and your rights at ${site.brand}.`,
    path: "/privacy_policy",
    matches,
  });
}

export default function PrivacyPolicy({ loaderData }: Route.ComponentProps) {
  return <LegalPage document={loaderData} />;
}
