import type { ComponentType } from "react";
import { redirect } from "react-router";
import { site } from "../../../../site.config.ts";
import { requireOwner, useGuard } from "../../account/guard.ts";
import { BlogPage } from "../../blogs/blog-detail.tsx";
import { toBlogView } from "../../blogs/blog-view.ts";
import { CoursePage } from "../../courses/course-detail.tsx";
import { ExpertPage } from "../../experts/expert-detail.tsx";
import { toExpertView } from "../../experts/expert-view.ts";
import { ProductPage } from "../../shop/product-detail.tsx";
import { LinkButton } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { NeedsScript } from "../../ui/needs-script.tsx";
import type { Kind, RecordOf } from "../resource/admin-resource.ts";
import { pagePath } from "../resource/page-path.ts";
import { resourceCalls } from "../resource/resource-calls.ts";
import type { Route } from "./+types/preview-page";

/** The same components as the pages of the shop. */
const pages: { [K in Kind]: ComponentType<{ record: RecordOf<K> }> } = {
  products: ({ record }) => <ProductPage product={record} />,
  courses: ({ record }) => <CoursePage course={record} />,
  blogs: ({ record }) => <BlogPage {...toBlogView(record)} />,
  experts: ({ record }) => <ExpertPage {...toExpertView(record)} />,
};

const isKind = (kind: string): kind is Kind => Object.hasOwn(pages, kind);

/** Loads the draft with the owner's token: pages made on the server are the same for everyone and never show one. */
export async function clientLoader({ request, params: { kind, id } }: Route.ClientLoaderArgs) {
  if (!isKind(kind)) throw redirect("/");
  requireOwner(request);
  const record = await resourceCalls(kind)
    .find(id)
    .catch(() => undefined);
  if (record?.published) throw redirect(pagePath(kind, record));
  return { kind, record };
}
clientLoader.hydrate = true as const;

export const meta = () => [{ title: `Preview | Admin | ${site.brand}` }, { name: "robots", content: "noindex" }];

export default function PreviewPage({ loaderData: { kind, record } }: Route.ComponentProps) {
  useGuard();
  if (!record)
    return (
      <EmptyState heading="h1" title="This draft could not be loaded" text="It may have been deleted.">
        <LinkButton to={`/admin/${kind}`}>Back to the admin</LinkButton>
      </EmptyState>
    );
  // The loader found the record by its kind.
  const Page = pages[kind] as ComponentType<{ record: unknown }>;
  return (
    <>
      <div role="note" className="border-b border-line bg-sand">
        <p className="shell flex flex-wrap items-center gap-x-4">
          <span className="flex items-center gap-2 py-2">
            <Icon name="info" size={18} className="shrink-0" />
            <strong className="font-semibold">Draft: only you see this.</strong>
          </span>
          <Link
            to={`/admin/${kind}?edit=${record._id}`}
            className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            Edit
          </Link>
        </p>
      </div>
      <Page record={record} />
    </>
  );
}

export function HydrateFallback() {
  return (
    <div className="shell py-16">
      <NeedsScript />
    </div>
  );
}
