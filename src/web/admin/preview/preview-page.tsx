import type { ComponentType } from "react";
import { BlogPage } from "../../blogs/blog-detail.tsx";
import { loadBlogView } from "../../blogs/blog-view.ts";
import { CoursePage } from "../../courses/course-detail.tsx";
import { loadCourseView } from "../../courses/course-view.ts";
import { ExpertPage } from "../../experts/expert-detail.tsx";
import { toExpertView } from "../../experts/expert-view.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { redirectFrom, useGuard, verifyOwner } from "../../lib/guard.ts";
import { shopOf } from "../../lib/site.ts";
import { ProductPage } from "../../shop/product-detail.tsx";
import { labelOf } from "../../shop/product-label.ts";
import { LinkButton } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link } from "../../ui/link.tsx";
import { NeedsScript } from "../../ui/needs-script.tsx";
import type { PageKind, RecordOf } from "../resource/admin-resource.ts";
import { pagePath } from "../resource/admin-resource.ts";
import { resourceCalls } from "../resource/resource-calls.ts";
import type { Route } from "./+types/preview-page";

interface Preview<Item, View> {
  /** Turns the record into the page's data, as the page's own loader does. */
  load: (record: Item) => View | Promise<View>;
  Page: ComponentType<View & object>;
}
const preview = <Item, View>(load: Preview<Item, View>["load"], Page: ComponentType<View & object>) => ({ load, Page });

const pages = {
  products: preview((product: RecordOf<"products">) => ({ product, label: labelOf(product) }), ProductPage),
  courses: preview((course: RecordOf<"courses">) => loadCourseView(browserApi, course), CoursePage),
  blogs: preview((blog: RecordOf<"blogs">) => loadBlogView(browserApi, blog), BlogPage),
  experts: preview(toExpertView, ExpertPage),
} satisfies Record<PageKind, unknown>;

const isKind = (kind: string): kind is PageKind => Object.hasOwn(pages, kind);

/** Loads the draft in the browser with the owner's token: server-rendered pages are public and never show drafts. */
export async function clientLoader({ url, params: { kind, id } }: Route.ClientLoaderArgs) {
  if (!isKind(kind)) throw redirectFrom(url, "/");
  await verifyOwner(url);
  const record = await resourceCalls(kind)
    .find(id)
    .catch(() => undefined);
  if (record?.published) throw redirectFrom(url, pagePath(kind, record));
  // The cast is safe: `kind` selects both the record and its page.
  const { load } = pages[kind] as Preview<object, object>;
  return { kind, record, view: record && (await load(record)) };
}
clientLoader.hydrate = true as const;

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `Preview | Admin | ${shopOf(matches).brand}` }, { name: "robots", content: "noindex" }];
}

export default function PreviewPage({ loaderData: { kind, record, view } }: Route.ComponentProps) {
  useGuard();
  if (!record || !view)
    return (
      <EmptyState heading="h1" title="This draft could not be loaded" text="It may have been deleted.">
        <LinkButton to={`/admin/${kind}`}>Back to the admin</LinkButton>
      </EmptyState>
    );
  const { Page } = pages[kind] as Preview<object, object>;
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
      <Page {...view} />
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
