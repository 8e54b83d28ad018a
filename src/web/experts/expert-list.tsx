import type { FormEvent } from "react";
import { useNavigate } from "react-router";
import { apiOf, settingsOf } from "../lib/load-context.ts";
import { formatRate } from "../lib/money.ts";
import { pageMeta, privatePageMeta } from "../lib/page-meta.ts";
import { shopOf, useShop } from "../lib/site.ts";
import { Badge } from "../ui/badge.tsx";
import { Banner } from "../ui/banner.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { Card, CardLink } from "../ui/card.tsx";
import { classes } from "../ui/classes.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { Link, TextLink } from "../ui/link.tsx";
import { problemPage } from "../ui/page-problem.tsx";
import { Stars } from "../ui/stars.tsx";
import type { Route } from "./+types/expert-list";
import { filterExperts, type ShownFilter } from "./expert-filters.ts";
import { type ExpertSummary, founderFirst, isFounder, toExpertSummary } from "./expert-view.ts";
import { loadNextTimes } from "./next-times.ts";
import { Portrait, StatusBadge } from "./portrait.tsx";

type ListedExpert = ExpertSummary & { next: string };

function ExpertCard({ expert, first }: { expert: ListedExpert; first: boolean }) {
  const isTheFounder = isFounder(useShop(), expert);
  const { isOnline } = expert;
  return (
    <Card night={isTheFounder}>
      <div className={classes("expert-card", isTheFounder && "expert-card-founder")}>
        <Portrait
          image={expert.image}
          alt=""
          isOnline={isOnline}
          sizes={isTheFounder ? "(width >= 40rem) 208px, 112px" : "112px"}
          first={first}
          className="[grid-area:portrait]"
        />
        <div className="min-w-0 [grid-area:head]">
          {isTheFounder && (
            <p className="mb-1.5">
              <Badge tone="gold">Founder</Badge>
            </p>
          )}
          <h2 className={isTheFounder ? "text-title sm:text-heading" : "text-title"}>
            <CardLink to={`/experts/${expert._id}`}>{expert.name}</CardLink>
          </h2>
          <Stars rating={expert.rating} />
          <div className={classes("mt-1", isTheFounder ? "text-moon" : "text-ink-soft")}>
            {expert.exp !== null && <p>Exp. {expert.exp} years</p>}
            <p>{expert.languages}</p>
          </div>
        </div>
        {expert.domains.length > 0 && (
          <ul aria-label="Specialization" className="flex flex-wrap content-start gap-1.5 [grid-area:domains]">
            {expert.domains.map((domain) => (
              <li key={domain} className="expert-domain">
                {domain}
              </li>
            ))}
          </ul>
        )}
        <div className="expert-card-foot">
          {expert.next && <p className="w-full font-medium">{expert.next}</p>}
          <StatusBadge isOnline={isOnline} />
          {expert.price !== null && <p className="text-title font-semibold">{formatRate(expert.price)}</p>}
          <Link
            to={`/experts/${expert._id}#booking`}
            aria-label={`Call ${expert.name}`}
            className={classes("expert-call", isTheFounder && "expert-call-founder")}
          >
            <Icon name="phone" size={18} />
            Call
          </Link>
        </div>
      </div>
    </Card>
  );
}

/** GET fields, so that every view is a link and works without scripts. */
function ExpertFilters({ filters, count }: { filters: ShownFilter[]; count: string }) {
  const navigate = useNavigate();
  const isFiltered = filters.some(({ value }) => value);
  /** Leaves out empty fields. */
  function show(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const chosen = [...new FormData(event.currentTarget)].filter(([, value]) => value) as [string, string][];
    void navigate(`/experts?${new URLSearchParams(chosen)}`, { preventScrollReset: true });
  }
  return (
    <form method="get" action="/experts" aria-label="Filter experts" onSubmit={show} className="expert-filters">
      {filters.map(({ name, label, options, value }) => (
        <label key={`${name} ${value}`}>
          {label}
          <select name={name} defaultValue={value}>
            <option value="">Any</option>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.text}
              </option>
            ))}
          </select>
        </label>
      ))}
      <Button type="submit">Show experts</Button>
      <p aria-live="polite">
        {count}
        {isFiltered && (
          <TextLink to="/experts" className="ml-3">
            Clear filters
          </TextLink>
        )}
      </p>
    </form>
  );
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = apiOf(context);
  const [all, times] = await Promise.all([api.call("GET /api/experts", {}), loadNextTimes(api)]);
  const { matching, filters } = filterExperts(all, times, url.searchParams);
  const shown = matching.map((expert) => ({ ...toExpertSummary(expert), next: times.textOf(expert._id) }));
  const isFiltered = filters.some(({ value }) => value);
  return { experts: founderFirst(settingsOf(context).business, shown), filters, isFiltered, total: all.length };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  // A filtered list is not a page of its own for search engines.
  return (loaderData.isFiltered ? privatePageMeta : pageMeta)({
    title: "Our Experts",
    description: `Talk to the people of ${shopOf(matches).brand} by phone or video: see who is online, what they know and what a minute costs.`,
    path: "/experts",
    matches,
  });
}

export default function ExpertList({ loaderData: { experts, filters, isFiltered, total } }: Route.ComponentProps) {
  const shop = useShop();
  const count = isFiltered ? `${experts.length} of ${total} experts` : `${total} ${total === 1 ? "expert" : "experts"}`;
  return (
    <>
      <Banner title="Our Experts" lead="An unhurried talk, by phone or video, with someone who listens first" />
      <div className="shell pt-6 pb-20 md:pt-10">
        {total > 0 && <ExpertFilters filters={filters} count={count} />}
        {experts.length === 0 && isFiltered && (
          <EmptyState title="Nobody fits all of this" text="Please choose fewer filters.">
            <LinkButton to="/experts">See all experts</LinkButton>
          </EmptyState>
        )}
        {total === 0 ? (
          <EmptyState title="Coming Soon" text="Our experts will introduce themselves here shortly.">
            <LinkButton to="/courses" look="accent">
              Explore Courses
            </LinkButton>
            <LinkButton to="/">Back to home</LinkButton>
          </EmptyState>
        ) : (
          <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3">
            {experts.map((expert, index) => (
              <li key={expert._id} className={isFounder(shop, expert) ? "col-span-full flex" : "flex"}>
                <ExpertCard expert={expert} first={index < 2} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

export const ErrorBoundary = problemPage({
  failed: "Failed to Load Experts",
  back: { to: "/", label: "Back to home" },
});
