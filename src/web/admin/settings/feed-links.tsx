import { CopyButton } from "../../ui/copy-button.tsx";

/** The addresses from which Google and Meta fetch what the shop sells. */
export function FeedLinks() {
  const feeds = { "Google Merchant Center": "/feeds/google.xml", "Meta Commerce Manager": "/feeds/meta.csv" };
  return Object.entries(feeds).map(([reader, path]) => (
    <div key={path} className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <a href={path} className="min-w-0 wrap-anywhere underline underline-offset-4">
        Feed for {reader}: {location.origin + path}
      </a>
      <CopyButton text={location.origin + path} />
    </div>
  ));
}
