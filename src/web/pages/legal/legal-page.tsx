import { Fragment } from "react";
import { pageContext } from "../../lib/load-context.ts";
import { pageMeta } from "../../lib/page-meta.ts";
import { Banner } from "../../ui/banner.tsx";
import { Link } from "../../ui/link.tsx";
import type { Route } from "./+types/legal-page";
import { type LegalSection, shownDocument } from "./legal-document.ts";
import { standardPrivacyPolicy } from "./privacy.ts";
import { reviewsPolicy } from "./reviews-policy.ts";
import { standardTerms } from "./terms.ts";

/** Texts are loader data, not imports, so that they stay out of the browser's bundle. */
export function loader({ url, context }: Route.LoaderArgs) {
  const { site, settings } = context.get(pageContext);
  const { business, legal } = settings;
  const path = url.pathname.toLowerCase();
  if (path.startsWith("/reviews-policy")) return shownDocument(reviewsPolicy(business));
  return path.startsWith("/terms_and_conditions")
    ? shownDocument(standardTerms(settings), { text: legal.terms, updatedOn: legal.updatedOn })
    : shownDocument(standardPrivacyPolicy(business, site), { text: legal.privacy, updatedOn: legal.updatedOn });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { title, description, path } = loaderData;
  return pageMeta({ title, description, path, matches });
}

export default function LegalPage({ loaderData: document }: Route.ComponentProps) {
  return (
    <>
      <Banner title={document.title} lead={document.lead} />
      <div className="shell grid grid-cols-1 gap-x-16 gap-y-10 py-10 md:py-16 lg:grid-cols-[17rem_1fr] lg:items-start">
        <nav aria-labelledby="contents" className="lg:sticky lg:top-24">
          <h2 id="contents" className="eyebrow font-sans text-ink-soft">
            On this page
          </h2>
          <ol className="mt-2 border-l border-gold sm:columns-2 lg:columns-1">
            {document.sections.map((section) => (
              <li key={section.id}>
                <a
                  href={`#${section.id}`}
                  className="flex min-h-11 items-center pl-4 text-ink-soft underline-offset-4 hover:text-ink hover:underline lg:min-h-9"
                >
                  {section.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="max-w-[70ch]">
          <p className="text-ink-soft">
            Last updated: <time dateTime={document.updatedOn}>{document.updated}</time>
          </p>
          {document.sections.map((section) => (
            <LegalSectionBlock key={section.id} section={section} />
          ))}
        </div>
      </div>
    </>
  );
}

function LegalSectionBlock({ section: { id, title, body } }: { section: LegalSection }) {
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="text-heading">
        {title}
      </h2>
      {body.map((block) =>
        typeof block === "string" ? (
          <p key={block} className="mt-3">
            <LinkedText text={block} />
          </p>
        ) : (
          <ul key={block[0]} className="mt-3 list-disc space-y-2 pl-6 marker:text-saffron-edge">
            {block.map((point) => (
              <li key={point} className="pl-1">
                <LinkedText text={point} />
              </li>
            ))}
          </ul>
        ),
      )}
    </section>
  );
}

/** Renders `[text](URL)` as links. */
function LinkedText({ text }: { text: string }) {
  const look = "font-medium text-saffron-deep underline underline-offset-4";
  return text.split(/(\[[^\]]+\]\([^)]+\))/).map((part) => {
    const [, label, to] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
    if (!label || !to) return <Fragment key={part}>{part}</Fragment>;
    return to.startsWith("/") ? (
      <Link key={part} to={to} className={look}>
        {label}
      </Link>
    ) : (
      <a key={part} href={to} className={look}>
        {label}
      </a>
    );
  });
}
