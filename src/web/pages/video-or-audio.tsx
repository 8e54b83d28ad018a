import type { MeetingMode } from "../../contracts/settings/settings.ts";
import { PageArt } from "../art/page-art.tsx";
import { Section } from "../ui/section.tsx";
import { SwipeList } from "../ui/swipe-list.tsx";

const drawings = ["video", "audio"];

export function VideoOrAudio({ ways }: { ways: readonly MeetingMode[] }) {
  return (
    <Section
      id="video-or-audio"
      title="Video vs Chat/Audio"
      lead="The reading is the same. What differs is how near you want to sit."
      ground="paper"
    >
      <SwipeList className="ways-to-meet">
        {ways.map((way, index) => (
          <li key={way.title} className="way-to-meet">
            <div className="mb-6 flex items-center gap-5">
              <PageArt name={drawings[index % drawings.length]!} className="size-20 shrink-0 text-ink md:size-24" />
              <div>
                <h3 className="text-heading">{way.title}</h3>
                <p className="text-ink-soft">{way.lead}</p>
              </div>
            </div>
            <dl className="way-to-meet-answers">
              {way.answers.map(({ question, answer }) => (
                <div
                  key={question}
                  className="grid content-start gap-x-6 border-t border-line py-4 sm:grid-cols-[9rem_1fr]"
                >
                  <dt className="font-semibold">{question}</dt>
                  <dd className="text-ink-soft">{answer}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </SwipeList>
    </Section>
  );
}
