import { CopyButton } from "../../ui/copy-button.tsx";

/** The addresses from which Google and Meta fetch what the shop sells. */
export function FeedLinks() {
  const feeds = { "Google Merchant Center": "/feeds/google.xml", "Meta Commerce Manager": "/feeds/meta.csv" };
  return Object.entries(feeds).map(([reader, path]) => (
    <div key={path} className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <p className="min-w-0">
        The feed for {reader}:{" "}
        <a href={path} className="block font-semibold wrap-anywhere underline underline-offset-4">
          {location.origin + path}
        </a>
      </p>
      <CopyButton text={location.origin + path} />
    </div>
  ));
}
