import { EnquirySection } from "../enquiry/enquiry-section.tsx";
import { apiOf, settingsOf, throwNotFound } from "../lib/load-context.ts";
import { detailMeta } from "../lib/page-meta.ts";
import { Badge } from "../ui/badge.tsx";
import { Banner } from "../ui/banner.tsx";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { NoImage } from "../ui/cover.tsx";
import { DetailSection } from "../ui/detail-section.tsx";
import { Notices } from "../ui/notices.tsx";
import { PageProblem } from "../ui/page-problem.tsx";
import { Picture } from "../ui/picture.tsx";
import type { Route } from "./+types/course-detail";
import { CourseBuyBox, Glance, Syllabus, TeacherCard } from "./course-parts.tsx";
import { type CourseView, courseData, loadCourseView } from "./course-view.ts";
import { TAGLINE } from "./tagline.ts";

const OVERVIEW_LENGTH = 200;
const crumbs = [{ name: "Courses", to: "/courses" }];

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const api = apiOf(context);
  const view = await loadCourseView(api, await api.call("GET /api/courses/:id", { params }).catch(throwNotFound));
  return { view, structured: courseData(new URL(request.url).origin, settingsOf(context).business.brand, view) };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { view, structured } = loaderData;
  const { _id, title, image } = view.course;
  const { description } = structured;
  return detailMeta(
    { title, description, path: `/course/${_id}`, image: image ?? undefined, matches },
    structured,
    crumbs,
  );
}

const cut = (text: string) => (text.length > OVERVIEW_LENGTH ? `${text.slice(0, OVERVIEW_LENGTH).trimEnd()}…` : text);

export default function CourseDetail({ loaderData }: Route.ComponentProps) {
  return <CoursePage {...loaderData.view} />;
}

/** Also the preview of a draft. */
export function CoursePage({ course, glance, teacher }: CourseView) {
  const { title, shortDescription, description, image, topSelling, syllabus } = course;
  const overview = shortDescription || cut(description);
  return (
    <>
      <Banner title={title} lead={TAGLINE} above={<Breadcrumbs crumbs={crumbs} here={title} />}>
        {topSelling && (
          <p className="mt-4 flex flex-wrap gap-2">
            <Badge tone="gold">Top Selling</Badge>
            <Badge tone="rose">Bestseller</Badge>
          </p>
        )}
      </Banner>
      <article aria-label={title} className="shell item-layout pt-4 pb-16 md:pt-10">
        <div className="item-gallery">
          <div className="aspect-[16/10] overflow-hidden rounded-card border border-line">
            {image ? <Picture path={image} alt={title} sizes="(width >= 48rem) 560px, 92vw" first /> : <NoImage />}
          </div>
        </div>
        <CourseBuyBox course={course} />
        <div className="item-notes">
          {glance.length > 0 && <Glance glance={glance} />}
          {overview && (
            <section aria-labelledby="overview">
              <h2 id="overview" className="text-title">
                Overview
              </h2>
              <p className="mt-1 max-w-[60ch]">{overview}</p>
            </section>
          )}
          <Notices notices={["No cancellation", "No refund", "No transfer of service"]} />
        </div>
      </article>
      {description && (
        <DetailSection id="about-course" title="About this Course" ground="paper">
          <p className="max-w-[68ch] whitespace-pre-line">{description}</p>
        </DetailSection>
      )}
      {syllabus.length > 0 && (
        <DetailSection id="syllabus" title="Syllabus">
          <Syllabus parts={syllabus} />
        </DetailSection>
      )}
      {teacher && (
        <DetailSection id="teacher" title="Your teacher" ground="paper">
          <TeacherCard teacher={teacher} />
        </DetailSection>
      )}
      <EnquirySection
        title={title}
        heading="Have a question?"
        lead="Ask about dates, language or whether this course suits you. A person answers."
      />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PageProblem
      error={error}
      missing={{
        title: "Course not found.",
        text: "It may have ended, or the address may have a slip in it.",
      }}
      failed="Failed to load course"
      back={{ to: "/courses", label: "Back to courses" }}
    />
  );
}
