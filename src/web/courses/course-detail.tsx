import { lazy, Suspense } from "react";
import type { Course } from "../../contracts/catalogue/course.ts";
import type { SyllabusPart } from "../../contracts/catalogue/course-rules.ts";
import { EnquirySection } from "../enquiry/enquiry-section.tsx";
import type { ExpertSummary } from "../experts/expert-view.ts";
import { Portrait } from "../experts/portrait.tsx";
import { addToCartWithToast, quantityInCart, useCart } from "../lib/cart.ts";
import { apiOf, settingsOf, throwNotFound } from "../lib/load-context.ts";
import { useLogin } from "../lib/login.ts";
import { detailMeta, drawnPreview } from "../lib/page-meta.ts";
import { firstCharacters } from "../lib/preview.ts";
import { loadReviews, reviewData, type ShownReviews } from "../reviews/review-data.ts";
import { Reviews } from "../reviews/review-section.tsx";
import { Badge } from "../ui/badge.tsx";
import { Banner } from "../ui/banner.tsx";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { Button } from "../ui/button.tsx";
import { BuyFrame } from "../ui/buy-frame.tsx";
import { DetailSection } from "../ui/detail-section.tsx";
import { Icon } from "../ui/icon.tsx";
import { InCart } from "../ui/in-cart.tsx";
import { Link } from "../ui/link.tsx";
import { Notices } from "../ui/notices.tsx";
import { problemPage } from "../ui/page-problem.tsx";
import { NoImage, Picture } from "../ui/picture.tsx";
import { Price } from "../ui/price.tsx";
import { ShareLink } from "../ui/share-link.tsx";
import { StarsLink } from "../ui/stars.tsx";
import type { Route } from "./+types/course-detail";
import { type CourseView, courseData, loadCourseView } from "./course-view.ts";
import { TAGLINE } from "./tagline.ts";

function Glance({ glance }: Pick<CourseView, "glance">) {
  return (
    <dl aria-label="At a glance" className="course-glance">
      {glance.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Native `<details>`: works without scripts. */
function Syllabus({ parts }: { parts: SyllabusPart[] }) {
  return (
    <ul className="syllabus">
      {parts.map(({ title, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a page never change their order.
        <li key={index}>
          {text ? (
            <details>
              <summary>
                {title}
                <Icon name="chevron-down" size={20} className="disclosure-arrow shrink-0 text-saffron-deep" />
              </summary>
              <p>{text}</p>
            </details>
          ) : (
            <p className="syllabus-title">{title}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

function TeacherCard({ teacher: { _id, name, image, isOnline, exp, domains } }: { teacher: ExpertSummary }) {
  return (
    <div className="relative grid max-w-[40rem] grid-cols-[88px_minmax(0,1fr)] items-center gap-x-5 gap-y-4 rounded-card border border-line bg-ivory p-4 transition-shadow hover:shadow-soft sm:grid-cols-[112px_minmax(0,1fr)] sm:p-5">
      <Portrait image={image} alt="" isOnline={isOnline} sizes="112px" />
      <div className="min-w-0">
        <h3 className="text-title">
          <Link to={`/experts/${_id}`} className="cover-link focus-visible:after:outline-offset-3">
            {name}
          </Link>
        </h3>
        {domains.length > 0 && <p className="mt-1">{domains.join(", ")}</p>}
        {exp !== null && <p className="text-small text-ink-soft">Exp. {exp} years</p>}
        <p aria-hidden className="mt-2 inline-flex items-center gap-1.5 font-semibold text-saffron-deep">
          See profile
          <Icon name="arrow-right" size={18} />
        </p>
      </div>
    </div>
  );
}

/** Without it, when it cannot be loaded, the page is that of a visitor. */
const OwnedCourse = lazy(() => import("./owned-course.tsx").catch(() => ({ default: () => null })));

function CourseBuyBox({ course: { _id, title, actualPrice, offerPrice, image } }: { course: Course }) {
  const item = { itemId: _id, itemType: "course", title, price: offerPrice, image: image ?? "" } as const;
  const quantity = quantityInCart(useCart(), item);
  const userId = useLogin()?.id;
  return (
    <BuyFrame facts={<Price price={actualPrice} offerPrice={offerPrice} large />}>
      <Button look="accent" onClick={() => addToCartWithToast(item)} className="needs-script buy-box-button">
        Exchange Energy
      </Button>
      <InCart quantity={quantity} />
      {userId && quantity === 0 && (
        <Suspense>
          <OwnedCourse key={userId} courseId={_id} />
        </Suspense>
      )}
    </BuyFrame>
  );
}

const crumbs = [{ name: "Courses", to: "/courses" }];

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = apiOf(context);
  const view = await loadCourseView(api, await api.call("GET /api/courses/:id", { params }).catch(throwNotFound));
  const reviews = await loadReviews(api, url, "course", view.course);
  const course = courseData(url.origin, settingsOf(context).business.brand, view);
  return { view: { ...view, reviews }, structured: { ...course, ...reviewData(reviews) } };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { view, structured } = loaderData;
  const { _id, title } = view.course;
  const { description } = structured;
  return detailMeta(
    { title, description, path: `/course/${_id}`, image: drawnPreview("courses", view.course), matches },
    structured,
    crumbs,
  );
}

export default function CourseDetail({ loaderData }: Route.ComponentProps) {
  return <CoursePage {...loaderData.view} />;
}

/** Also the preview of a draft. */
export function CoursePage({ course, glance, teacher, reviews }: CourseView & { reviews?: ShownReviews }) {
  const { title, shortDescription, description, image, topSelling, syllabus } = course;
  const overview = shortDescription || firstCharacters(description);
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
          <StarsLink rating={course.rating} />
          {glance.length > 0 && <Glance glance={glance} />}
          {overview && (
            <section aria-labelledby="overview">
              <h2 id="overview" className="text-title">
                Overview
              </h2>
              <p className="mt-1 max-w-[60ch]">{overview}</p>
            </section>
          )}
          <ShareLink title={title} path={`/course/${course._id}`} />
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
      <Reviews shown={reviews} />
      <EnquirySection
        title={title}
        heading="Have a question?"
        lead="Ask about dates, language or whether this course suits you. A person answers."
      />
    </>
  );
}

export const ErrorBoundary = problemPage({
  missing: {
    title: "Course not found.",
    text: "It may have ended, or the address may have a slip in it.",
  },
  failed: "Failed to load course",
  back: { to: "/courses", label: "Back to courses" },
});
