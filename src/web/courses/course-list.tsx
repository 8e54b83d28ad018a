import type { Course } from "../../contracts/catalogue/course.ts";
import { PAGE_SIZE } from "../../contracts/list-rules.ts";
import { listUrl, listViewAt, loadPage, loadSimilar } from "../lib/list-view.ts";
import { apiOf } from "../lib/load-context.ts";
import { pageMeta } from "../lib/page-meta.ts";
import { firstCharacters } from "../lib/preview.ts";
import { shopOf } from "../lib/site.ts";
import { Badge } from "../ui/badge.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Card, CardLink } from "../ui/card.tsx";
import { Cover } from "../ui/cover.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { CloseMatches, ListArea, ListProblem } from "../ui/list-parts.tsx";
import { Pagination } from "../ui/pagination.tsx";
import { Price } from "../ui/price.tsx";
import { Stars } from "../ui/stars.tsx";
import type { Route } from "./+types/course-list";

function CourseCard({ course, first }: { course: CourseSummary; first: boolean }) {
  return (
    <Card>
      <Cover path={course.image} first={first}>
        {course.topSelling && <Badge tone="night">Top Selling</Badge>}
      </Cover>
      <div className="flex grow flex-col px-5 pt-4 pb-5">
        <h2 className="text-title text-pretty">
          <CardLink to={`/course/${course._id}`}>{course.title}</CardLink>
        </h2>
        <Stars rating={course.rating} />
        <p className="mt-2 mb-4 text-ink-soft">{course.preview}</p>
        <div className="mt-auto flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-t border-line pt-4">
          <Price price={course.actualPrice} offerPrice={course.offerPrice} />
          <span className="inline-flex items-center gap-1.5 font-semibold text-saffron-deep underline-offset-4 group-hover:underline">
            Exchange Energy
            <Icon name="arrow-right" size={18} />
          </span>
        </div>
      </div>
    </Card>
  );
}

const PATH = "/courses";

export async function loader({ url, context }: Route.LoaderArgs) {
  const view = listViewAt(url.searchParams);
  const api = apiOf(context);
  const load = (page: number, match?: "similar") =>
    api.page("GET /api/courses", { query: { ...view, page, match, limit: PAGE_SIZE } });
  const { items, page, ...found } = await loadPage(load, { wanted: view.page, size: PAGE_SIZE });
  const similar = await loadSimilar((match) => load(1, match), { q: view.q, total: found.total });
  return { view: { ...view, page }, courses: items.map(toSummary), similar: similar.map(toSummary), ...found };
}

function toSummary(course: Course) {
  const { _id, title, description, shortDescription, actualPrice, offerPrice, topSelling, image, rating } = course;
  const preview = firstCharacters(description || shortDescription);
  return { _id, title, preview, actualPrice, offerPrice, topSelling, image, rating };
}
type CourseSummary = ReturnType<typeof toSummary>;

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const page = loaderData?.view.page ?? 1;
  return pageMeta({
    title: page > 1 ? `Our Courses, page ${page}` : "Our Courses",
    description: `Courses at ${shopOf(matches).brand} in small groups: astrology, tarot, numerology, vastu, reiki and more.`,
    path: listUrl(PATH, { page }),
    matches,
  });
}

export default function CourseList({ loaderData: { view, courses, similar, pageCount } }: Route.ComponentProps) {
  return (
    <ListArea path={PATH}>
      {courses.length === 0 ? <NoCourses q={view.q} /> : <CourseGrid courses={courses} />}
      {similar.length > 0 && (
        <CloseMatches>
          <CourseGrid courses={similar} />
        </CloseMatches>
      )}
      <Pagination page={view.page} pageCount={pageCount} linkTo={(page) => listUrl(PATH, { ...view, page })} />
    </ListArea>
  );
}

function CourseGrid({ courses }: { courses: CourseSummary[] }) {
  return (
    <ul className="grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3 lg:gap-7">
      {courses.map((course, index) => (
        <li key={course._id} className="flex">
          <CourseCard course={course} first={index < 2} />
        </li>
      ))}
    </ul>
  );
}

function NoCourses({ q }: { q: string | undefined }) {
  if (q)
    return (
      <EmptyState title="No courses found." text={`Nothing matches “${q}”. Try another word, or see them all.`}>
        <LinkButton to={PATH} look="accent">
          Clear search
        </LinkButton>
      </EmptyState>
    );
  return (
    <EmptyState title="Coming Soon" text="Our courses are on their way.">
      <LinkButton to="/experts" look="accent">
        Meet our experts
      </LinkButton>
      <LinkButton to="/">Back to home</LinkButton>
    </EmptyState>
  );
}

export const ErrorBoundary = () => (
  <ListArea path={PATH}>
    <ListProblem title="Failed to load courses">
      <LinkButton to="/">Back to home</LinkButton>
    </ListProblem>
  </ListArea>
);
