import { data, redirect } from "react-router";
import { isMissing } from "../lib/api.ts";
import { apiOf, settingsOf } from "../lib/load-context.ts";
import { detailMeta } from "../lib/page-meta.ts";
import { Banner } from "../ui/banner.tsx";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { LinkButton } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Link } from "../ui/link.tsx";
import { problemPage } from "../ui/page-problem.tsx";
import { NoImage, Picture } from "../ui/picture.tsx";
import type { Route } from "./+types/blog-detail";
import { FAILED_BLOG } from "./blog-frame.ts";
import { type BlogView, blogPostingData, loadBlogView } from "./blog-view.ts";

const crumbs = [{ name: "Blogs", to: "/blogs" }];

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = apiOf(context);
  try {
    const blog = await loadBlogView(api, await api.call("GET /api/blogs/:id", { params }));
    return { blog, structured: blogPostingData(url.origin, settingsOf(context).business.brand, blog) };
  } catch (error) {
    if (isMissing(error)) throw data(null, { status: 404 });
    // The visitor is redirected to the list, which shows the error; the log has the reason.
    console.error(error instanceof Error ? `A blog could not be loaded: ${error.message}` : error);
    throw redirect(FAILED_BLOG);
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { _id, title, preview, images } = loaderData.blog;
  const page = { title, description: preview, path: `/blogs/${_id}`, image: images[0], matches };
  return detailMeta(page, loaderData.structured, crumbs);
}

export default function BlogDetail({ loaderData }: Route.ComponentProps) {
  return <BlogPage {...loaderData.blog} />;
}

/** Also the preview of a draft. */
export function BlogPage({ title, createdAt, day, images, html, minutes, contents, mentions, next }: BlogView) {
  return (
    <>
      <Banner slim above={<Breadcrumbs crumbs={crumbs} here={title} />} />
      <article className="shell pt-8 pb-16 md:pt-14 md:pb-24">
        <header className="article-measure">
          <h1 className="text-display">{title}</h1>
          <p className="mt-4 flex flex-wrap items-center gap-x-3 text-ink-soft">
            <time dateTime={createdAt}>{day}</time>
            <span aria-hidden className="text-gold">
              ✦
            </span>
            <span>Astrologer</span>
            <span aria-hidden className="text-gold">
              ✦
            </span>
            <span>{minutes} min read</span>
          </p>
        </header>
        <ArticleImages images={images} title={title} />
        {contents.length > 0 && (
          <nav aria-labelledby="contents" className="article-contents article-measure">
            <h2 id="contents" className="eyebrow text-ink-soft">
              Contents
            </h2>
            <ul>
              {contents.map(({ id, text, isSub }) => (
                <li key={id} className={isSub ? "pl-5" : undefined}>
                  <a href={`#${id}`}>{text}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: renderArticle escapes HTML and checks links. */}
        <div className="article article-measure" dangerouslySetInnerHTML={{ __html: html }} />
        {mentions.length > 0 && <Mentions mentions={mentions} />}
        <div className="article-end article-measure">
          {next && (
            <p>
              <span className="block text-small text-ink-soft">Next article</span>
              <Link to={next.to}>{next.title}</Link>
            </p>
          )}
          <LinkButton to="/blogs">View All Insights</LinkButton>
        </div>
      </article>
    </>
  );
}

export const ErrorBoundary = problemPage({
  missing: {
    title: "Article Not Found",
    text: "It may have been taken down, or the address may have a slip in it.",
  },
  failed: "Failed to load blog",
  back: { to: "/blogs", label: "View All Insights" },
});

/** Two columns; with an odd number the first picture is full width. */
function ArticleImages({ images, title }: Pick<BlogView, "images" | "title">) {
  if (images.length === 0) return null;
  const isOdd = images.length % 2 === 1;
  return (
    <ul className="article-images">
      {images.map((path, index) => {
        const isWide = isOdd && index === 0;
        return (
          <li key={path} className={classes("article-image", isWide && "col-span-full")}>
            <Picture
              path={path}
              alt={images.length === 1 ? title : `${title}, picture ${index + 1} of ${images.length}`}
              sizes={isWide ? "(width >= 60rem) 900px, 92vw" : "(width >= 60rem) 450px, 46vw"}
              first={index === 0}
            />
          </li>
        );
      })}
    </ul>
  );
}

function Mentions({ mentions }: Pick<BlogView, "mentions">) {
  return (
    <section aria-labelledby="mentions" className="article-mentions">
      <h2 id="mentions" className="text-title">
        Mentioned in this article
      </h2>
      <ul>
        {mentions.map(({ type, to, title, image, price }) => (
          <li
            key={to}
            className="panel relative grid grid-cols-[96px_minmax(0,1fr)] items-center gap-4 overflow-hidden pr-4 transition-shadow hover:shadow-soft"
          >
            <div className="min-h-24 self-stretch overflow-hidden bg-sand">
              {image ? <Picture path={image} alt="" sizes="96px" /> : <NoImage />}
            </div>
            <div className="min-w-0">
              <p className="text-small text-ink-soft">{type}</p>
              <Link to={to} className="cover-link leading-[1.3] font-semibold">
                {title}
              </Link>
              <p>{price}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
