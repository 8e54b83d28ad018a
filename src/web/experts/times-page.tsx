import { APPOINTMENT_MINUTES, modeNames } from "../../contracts/appointments/consultation-rules.ts";
import { PhoneLink } from "../appointments/phone-link.tsx";
import { apiOf, throwNotFound } from "../lib/load-context.ts";
import { formatRate } from "../lib/money.ts";
import { privatePageMeta } from "../lib/page-meta.ts";
import { Banner } from "../ui/banner.tsx";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { Button } from "../ui/button.tsx";
import { problemPage } from "../ui/page-problem.tsx";
import type { Route } from "./+types/times-page";
import { type ExpertView, expertProblem, toExpertView } from "./expert-view.ts";
import { readChoice, TimesByDay, type TimesChoice } from "./times-by-day.tsx";

/** The most days that the API allows per request. */
const DAYS = 31;

/** Never cached, because the slots are not. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = apiOf(context);
  const expert = await api.call("GET /api/experts/:id", { params }).then(toExpertView, throwNotFound);
  const choice = readChoice(url.searchParams, expert.rates);
  if (!expert.hasHours || expert.rates.length === 0) return { expert, choice, found: null };
  const query = { minutes: choice.minutes, days: DAYS, from: choice.from };
  const { slots, nextFrom } = await api.call("GET /api/experts/:id/slots", { params, query }).catch(throwNotFound);
  return { expert, choice, found: { slots: slots.map(({ startsAt }) => startsAt), nextFrom } };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { _id, name } = loaderData.expert;
  return privatePageMeta({
    title: `Times with ${name}`,
    description: `When a session with ${name} can start.`,
    path: `/experts/${_id}/times`,
    matches,
  });
}

export default function TimesPage({ loaderData: { expert, choice, found } }: Route.ComponentProps) {
  const crumbs = [
    { name: "Our Experts", to: "/experts" },
    { name: expert.name, to: `/experts/${expert._id}` },
  ];
  return (
    <>
      <Banner slim above={<Breadcrumbs crumbs={crumbs} here="Times" />} />
      <div className="shell pt-5 pb-16 md:pt-10">
        <h1 className="text-heading md:text-display">Times with {expert.name}</h1>
        {found ? (
          <div className="max-w-4xl">
            <TimeForm expert={expert} choice={choice} />
            <TimesByDay expert={expert} choice={choice} {...found} />
          </div>
        ) : (
          <p className="mt-4 text-lead">
            We agree on the time of a session with {expert.name} by phone. Please call us at <PhoneLink />.
          </p>
        )}
      </div>
    </>
  );
}

/** A GET form, so that it works without scripts. */
function TimeForm({ expert, choice }: { expert: ExpertView; choice: TimesChoice }) {
  return (
    <form
      method="get"
      aria-label="Session"
      className="mt-5 flex flex-wrap items-end gap-x-10 gap-y-3 rounded-card border border-line bg-paper px-5 py-4"
    >
      <Radios
        name="mode"
        legend="How you talk"
        chosen={choice.mode}
        options={expert.rates.map(({ mode, rupees }) => [mode, `${modeNames[mode]} (${formatRate(rupees)})`])}
      />
      <Radios
        name="minutes"
        legend="How long"
        chosen={choice.minutes}
        options={APPOINTMENT_MINUTES.map((minutes) => [minutes, `${minutes} minutes`])}
      />
      <Button type="submit">Show times</Button>
    </form>
  );
}

type RadiosProps<Value> = { name: string; legend: string; chosen: Value; options: (readonly [Value, label: string])[] };

function Radios<Value extends string | number>({ name, legend, chosen, options }: RadiosProps<Value>) {
  return (
    <fieldset>
      <legend className="text-small text-ink-soft">{legend}</legend>
      <div className="flex flex-wrap gap-x-5">
        {options.map(([value, label]) => (
          <label key={value} className="flex min-h-11 cursor-pointer items-center gap-2">
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === chosen}
              className="size-5 accent-saffron"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export const ErrorBoundary = problemPage({ failed: "Failed to load the times", ...expertProblem });
