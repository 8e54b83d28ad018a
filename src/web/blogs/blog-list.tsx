import { type ShouldRevalidateFunctionArgs, useSearchParams } from "react-router";
import type { Blog } from "../../contracts/catalogue/blog.ts";
import { formatDay } from "../lib/dates.ts";
import { listUrl, listViewAt, loadPage } from "../lib/list-view.ts";
import { apiOf } from "../lib/load-context.ts";
import { pageMeta } from "../lib/page-meta.ts";
import { shopOf } from "../lib/site.ts";
import { Banner } from "../ui/banner.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Card, CardLink } from "../ui/card.tsx";
import { Cover } from "../ui/cover.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { problemPage } from "../ui/page-problem.tsx";
import { Pagination } from "../ui/pagination.tsx";
import type { Route } from "./+types/blog-list";
import { previewOf } from "./article.ts";

function BlogCard({ blog, first }: { blog: BlogSummary; first: boolean }) {
  return (
    <Card>
      <Cover path={blog.image} first={first} />
      <div className="flex grow flex-col px-5 pt-4 pb-5">
        <p className="text-small text-ink-soft">
          <time dateTime={blog.createdAt}>{blog.day}</time>
        </p>
        <h2 className="mt-1 text-title text-pretty">
          <CardLink to={`/blogs/${blog._id}`}>{blog.title}</CardLink>
        </h2>
        <p className="mt-2 mb-4 text-ink-soft">{blog.preview}</p>
        <span className="mt-auto inline-flex items-center gap-1.5 font-semibold text-saffron-deep underline-offset-4 group-hover:underline">
          Read More
          <Icon name="arrow-right" size={18} />
        </span>
      </div>
    </Card>
  );
}

const PATH = "/blogs";
const BLOGS_PER_PAGE = 12;

/** Sends only a preview of each article: a card needs no more. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const search = url.searchParams;
  const api = apiOf(context);
  const load = (page: number) => api.page("GET /api/blogs", { query: { page, limit: BLOGS_PER_PAGE } });
  const { items, page, pageCount } = await loadPage(load, { wanted: listViewAt(search).page, size: BLOGS_PER_PAGE });
  return { blogs: items.map(toSummary), page, pageCount };
}

function toSummary({ _id, title, content, images, createdAt }: Blog) {
  return { _id, title, preview: previewOf(content), image: images[0], createdAt, day: formatDay(createdAt) };
}
type BlogSummary = ReturnType<typeof toSummary>;

/** After an article failed to load, the list is still shown. Reloading it would fail for the same reason. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname === PATH && hasFailedBlog(nextUrl.searchParams) ? false : defaultShouldRevalidate;

const hasFailedBlog = (search: URLSearchParams) => search.get("failed") === "blog";

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { page } = loaderData;
  return [
    ...pageMeta({
      title: page > 1 ? `Our Blogs, page ${page}` : "Our Blogs",
      description: `Notes from ${shopOf(matches).brand} on stones, stars, homes and everyday practice.`,
      path: listUrl(PATH, { page }),
      matches,
    }),
    {
      tagName: "link",
      rel: "alternate",
      type: "application/rss+xml",
      title: `${shopOf(matches).brand} blog`,
      href: "/blogs/rss.xml",
    },
  ];
}

export default function BlogList({ loaderData: { blogs, page, pageCount } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  return (
    <>
      <Banner title="Our Blogs" lead="Insights on stones, stars and everyday practice" />
      <div className="shell pt-6 pb-20 md:pt-10">
        {hasFailedBlog(search) && (
          <p
            role="alert"
            className="mb-6 rounded-card border border-l-4 border-line border-l-rose bg-paper px-5 py-4 font-medium"
          >
            Failed to load blog
          </p>
        )}
        {blogs.length === 0 ? (
          <EmptyState title="No Blogs Available" text="The first article is being written.">
            <LinkButton to="/courses" look="accent">
              Explore Courses
            </LinkButton>
            <LinkButton to="/">Back to home</LinkButton>
          </EmptyState>
        ) : (
          <ul className="grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3 lg:gap-7">
            {blogs.map((blog, index) => (
              <li key={blog._id} className="flex">
                <BlogCard blog={blog} first={index < 2} />
              </li>
            ))}
          </ul>
        )}
        <Pagination page={page} pageCount={pageCount} linkTo={(page) => listUrl(PATH, { page })} />
      </div>
    </>
  );
}

export const ErrorBoundary = problemPage({ failed: "Failed to load blogs", back: { to: "/", label: "Back to home" } });
