import { apiOf, settingsOf } from "../lib/load-context.ts";
import { pageMeta } from "../lib/page-meta.ts";
import { shopOf, useShop } from "../lib/site.ts";
import { Banner } from "../ui/banner.tsx";
import { LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { PageProblem } from "../ui/page-problem.tsx";
import type { Route } from "./+types/expert-list";
import { ExpertCard } from "./expert-card.tsx";
import { founderFirst, isFounder, toExpertSummary } from "./expert-view.ts";

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
