import type { ReactNode } from "react";
import type { ExpertView } from "./expert-view.ts";

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
