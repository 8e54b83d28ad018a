import { type ReactNode, useEffect, useState } from "react";
import { APPOINTMENT_MINUTES, consultationPrice, modeNames } from "../../contracts/appointments/consultation-rules.ts";
import { browserZone, Moment } from "../appointments/times.tsx";
import { browserApi } from "../lib/browser-api.ts";
import { formatRupees } from "../lib/money.ts";
import type { ExpertView, Rate } from "./expert-view.ts";

interface ExpertDetailsProps {
  expert: Pick<ExpertView, "about" | "topics" | "sampleQuestions">;
  /** The link in the sticky bar of small screens. */
  children: ReactNode;
}

export function ExpertDetails({ expert: { about, topics, sampleQuestions }, children }: ExpertDetailsProps) {
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

export function PriceTable({ rates }: { rates: Rate[] }) {
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

const DAYS = 31;

/** The expert's next free time. Loaded by the browser, because the page itself is cached for everyone. */
export function NextSlot({ expertId }: { expertId: string }) {
  const [next, setNext] = useState<string>();
  useEffect(() => {
    let isShown = true;
    browserApi
      .call("GET /api/experts/:id/slots", {
        params: { id: expertId },
        query: { minutes: APPOINTMENT_MINUTES[0], days: DAYS },
      })
      .then(({ slots }) => isShown && setNext(slots[0]?.startsAt))
      // Optional: on failure the line stays empty.
      .catch(() => {});
    return () => {
      isShown = false;
    };
  }, [expertId]);
  // Reserves its lines to prevent a layout shift.
  return (
    <p aria-live="polite" className="mt-1 min-h-[2lh] text-small font-medium md:mt-2 md:min-h-[1lh]">
      {next && (
        <>
          Next: <Moment zone={browserZone()} at={next} />
        </>
      )}
    </p>
  );
}
