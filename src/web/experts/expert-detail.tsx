import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { APPOINTMENT_MINUTES, consultationPrice, modeNames } from "../../contracts/appointments/consultation-rules.ts";
import { Moment, useBrowserZone } from "../appointments/times.tsx";
import { apiOf, settingsOf, throwNotFound } from "../lib/load-context.ts";
import { formatRate, formatRupees } from "../lib/money.ts";
import { detailMeta, drawnPreview } from "../lib/page-meta.ts";
import { useShop } from "../lib/site.ts";
import { loadReviews, reviewData, type ShownReviews } from "../reviews/review-data.ts";
import { Reviews } from "../reviews/review-section.tsx";
import { Badge } from "../ui/badge.tsx";
import { Banner } from "../ui/banner.tsx";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { problemPage } from "../ui/page-problem.tsx";
import { ShareLink } from "../ui/share-link.tsx";
import { StarsLink } from "../ui/stars.tsx";
import type { Route } from "./+types/expert-detail";
import { Booking } from "./booking.tsx";
import { type ExpertView, expertProblem, isFounder, personData, type Rate, toExpertView } from "./expert-view.ts";
import { loadNextTimes } from "./next-times.ts";
import { Portrait, StatusBadge } from "./portrait.tsx";

interface ExpertDetailsProps {
  expert: Pick<ExpertView, "about" | "topics" | "sampleQuestions">;
  /** The link in the sticky bar of small screens. */
  children: ReactNode;
}

function ExpertDetails({ expert: { about, topics, sampleQuestions }, children }: ExpertDetailsProps) {
  return (
    <div className="border-t border-line bg-paper">
      <div className="shell pt-12 pb-8 md:py-16">
        <Part id="about-expert" title="About">
          <p className="max-w-[68ch] whitespace-pre-line">{about}</p>
        </Part>
        {topics.length > 0 && (
          <Part id="topics" title="Topics">
            <ul className="flex flex-wrap content-start gap-2">
              {topics.map((topic) => (
                <li key={topic} className="expert-domain">
                  {topic}
                </li>
              ))}
            </ul>
          </Part>
        )}
        {sampleQuestions.length > 0 && (
          <Part id="questions" title="Questions you could bring">
            <ul className="expert-questions">
              {sampleQuestions.map((question) => (
                <li key={question}>{question}</li>
              ))}
            </ul>
          </Part>
        )}
      </div>
      <p className="book-bar">{children}</p>
    </div>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-4 not-first:mt-10 md:grid-cols-[1fr_1.7fr] md:not-first:mt-12"
    >
      <h2 id={id} className="text-heading">
        {title}
      </h2>
      {children}
    </section>
  );
}

function PriceTable({ rates }: { rates: Rate[] }) {
  return (
    <table className="price-table">
      <caption>What a session costs</caption>
      <thead>
        <tr>
          <th>Duration</th>
          {rates.map(({ mode }) => (
            <th key={mode}>{modeNames[mode]}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {APPOINTMENT_MINUTES.map((minutes) => (
          <tr key={minutes}>
            <th scope="row">{minutes} minutes</th>
            {rates.map((rate) => (
              <td key={rate.mode}>{formatRupees(consultationPrice(rate.rupees, minutes))}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The expert's next free time; after hydration in the visitor's zone too. */
function NextTime({ at }: { at: string | undefined }) {
  const zone = useBrowserZone();
  // Reserves its lines to prevent a layout shift.
  return (
    <p aria-live="polite" className="mt-1 min-h-[2lh] text-small font-medium max-md:w-full md:mt-2 md:min-h-[1lh]">
      {at && "Next: "}
      {at && <Moment zone={zone} at={at} />}
    </p>
  );
}

const crumbs = [{ name: "Our Experts", to: "/experts" }];

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = apiOf(context);
  const expert = await api.call("GET /api/experts/:id", { params }).then(toExpertView, throwNotFound);
  const nextAt = expert.hasHours ? (await loadNextTimes(api)).at(expert._id) : undefined;
  const reviews = await loadReviews(api, url, "consultancy", expert);
  const person = personData(url.origin, settingsOf(context).business, expert, reviewData(reviews));
  return { expert, nextAt, reviews, structured: person };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { structured } = loaderData;
  const { _id, name } = loaderData.expert;
  const image = drawnPreview("experts", loaderData.expert);
  const page = { title: name, description: structured.description, path: `/experts/${_id}`, image, matches };
  return detailMeta(page, structured, crumbs);
}

export default function ExpertDetail({ loaderData }: Route.ComponentProps) {
  const { expert, nextAt, reviews } = loaderData;
  return <ExpertPage {...expert} nextAt={nextAt} reviews={reviews} />;
}

type ExpertPageProps = ExpertView & { nextAt?: string | undefined; reviews?: ShownReviews };

/** Also the preview of a draft. */
export function ExpertPage({ nextAt, reviews, ...expert }: ExpertPageProps) {
  const { name, image, isOnline, exp, price, languages, specialization } = expert;
  const isTheFounder = isFounder(useShop(), expert);
  const booking = useRef<HTMLElement>(null);
  const goToBooking = (event: MouseEvent) => {
    event.preventDefault();
    const prefersReducedMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
    booking.current?.scrollIntoView({ behavior: prefersReducedMotion ? "auto" : "smooth" });
    booking.current?.focus({ preventScroll: true });
  };
  // "Call" on a card of the list links to #booking. The browser only scrolls there, so move the focus too.
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === "#booking") booking.current?.focus({ preventScroll: true });
  }, [hash]);

  return (
    <>
      <Banner slim above={<Breadcrumbs crumbs={crumbs} here={name} />} />
      <article aria-label={name} className="shell expert-page pt-5 pb-12 md:pt-10 md:pb-16">
        <Portrait
          image={image}
          alt={`Portrait of ${name}`}
          isOnline={isOnline}
          sizes="(width >= 48rem) 384px, 120px"
          first
          className="[grid-area:portrait]"
        />
        <div className="min-w-0 [grid-area:head]">
          <p className="flex flex-wrap gap-2">
            {isTheFounder && <Badge tone="night">Founder</Badge>}
            <StatusBadge isOnline={isOnline} />
          </p>
          <h1 className="mt-2 text-heading md:mt-3 md:text-display">{name}</h1>
          <StarsLink rating={expert.rating} />
          {price !== null && <p className="mt-1 font-semibold md:mt-2 md:text-lead">{formatRate(price)}</p>}
          {expert.hasHours && (
            <div className="flex flex-wrap items-center gap-x-4">
              <NextTime at={nextAt} />
              {expert.rates.length > 0 && (
                <Link
                  to={`/experts/${expert._id}/times`}
                  className="inline-flex min-h-11 items-center text-small font-semibold text-saffron-deep underline underline-offset-4"
                >
                  See all times
                </Link>
              )}
            </div>
          )}
        </div>
        <div className="@container [grid-area:facts]">
          <dl className="grid grid-cols-1 gap-x-8 border-t border-line sm:grid-cols-[auto_minmax(0,1fr)]">
            {exp !== null && <Fact name="Experience" value={`${exp} ${exp === 1 ? "year" : "years"}`} />}
            <Fact name="Languages" value={languages} />
            <Fact name="Specialization" value={specialization} />
          </dl>
          <LinkButton
            to={`/experts/${expert._id}#booking`}
            look="accent"
            onClick={goToBooking}
            className="mt-6 max-md:w-full md:min-w-56"
          >
            Book Now
          </LinkButton>
          <p className="mt-3 max-w-[60ch] text-small text-ink-soft">{expert.promise}</p>
          {expert.rates.length > 0 && <PriceTable rates={expert.rates} />}
          <ShareLink title={name} path={`/experts/${expert._id}`} />
        </div>
      </article>
      <ExpertDetails expert={expert}>
        <LinkButton to={`/experts/${expert._id}#booking`} look="accent" onClick={goToBooking} className="w-full">
          Book a session
        </LinkButton>
      </ExpertDetails>
      <Reviews shown={reviews} />
      <Booking ref={booking} expert={expert} />
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="grid grid-cols-subgrid border-b border-line py-3 sm:col-span-2">
      <dt className="text-small text-ink-soft sm:text-base">{name}</dt>
      <dd className="font-medium">{value}</dd>
    </div>
  );
}

export const ErrorBoundary = problemPage({ failed: "Failed to load expert details", ...expertProblem });
