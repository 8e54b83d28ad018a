import { apiOf, settingsOf } from "../lib/load-context.ts";
import { formatRate } from "../lib/money.ts";
import { pageMeta } from "../lib/page-meta.ts";
import { shopOf, useShop } from "../lib/site.ts";
import { Badge } from "../ui/badge.tsx";
import { Banner } from "../ui/banner.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Card, CardLink } from "../ui/card.tsx";
import { classes } from "../ui/classes.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import { PageProblem } from "../ui/page-problem.tsx";
import type { Route } from "./+types/expert-list";
import { type ExpertSummary, founderFirst, isFounder, toExpertSummary } from "./expert-view.ts";
import { Portrait, StatusBadge } from "./portrait.tsx";

function ExpertCard({ expert, first }: { expert: ExpertSummary; first: boolean }) {
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

export async function loader({ context }: Route.LoaderArgs) {
  const experts = await apiOf(context).call("GET /api/experts", {});
  return { experts: founderFirst(settingsOf(context).business, experts.map(toExpertSummary)) };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  return pageMeta({
    title: "Our Experts",
    description: `Talk to the people of ${shopOf(matches).brand} by phone or video: see who is online, what they know and what a minute costs.`,
    path: "/experts",
    matches,
  });
}

export default function ExpertList({ loaderData: { experts } }: Route.ComponentProps) {
  const shop = useShop();
  return (
    <>
      <Banner title="Our Experts" lead="An unhurried talk, by phone or video, with someone who listens first" />
      <div className="shell pt-6 pb-20 md:pt-10">
        {experts.length === 0 ? (
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

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageProblem error={error} failed="Failed to Load Experts" back={{ to: "/", label: "Back to home" }} />;
}
