/** Pages and answers that are the same for everyone, and what of their query they know. */
const ID = "[\\w-]{1,64}";
const known: [RegExp, readonly string[]][] = [
  [
    new RegExp(
      `^/(?:_root|about|contact|cart|experts|terms_and_conditions|privacy_policy|(?:course|product|blogs|experts)/${ID})?(?:\\.data)?$`,
    ),
    [],
  ],
  [/^\/(?:products(?:\/[^/]{1,100}){0,2}|courses|blogs)(?:\.data)?$/, ["page", "failed"]],
  [/^\/(?:sitemap\.xml|blogs\/rss\.xml|api\/site)$/, []],
  [new RegExp(`^/api/(?:products|courses|experts|blogs)/${ID}$`), []],
  [/^\/api\/(?:courses|experts|blogs)$/, ["page", "limit"]],
  [/^\/api\/products$/, ["category", "subCategory", "page", "limit"]],
];

/**
 * The one name of an address whose answer may be kept: what of its query nobody reads is left out, so that neither a
 * campaign's marks nor a stranger's inventions make new names. What people search for is never kept.
 */
export function cacheKeyOf(url: string): string | undefined {
  const mark = url.indexOf("?");
  const path = mark < 0 ? url : url.slice(0, mark);
  const parameters = known.find(([pattern]) => pattern.test(path))?.[1];
  if (!parameters) return undefined;
  if (mark < 0) return path;
  const given = new URLSearchParams(url.slice(mark + 1));
  if (given.has("q") || given.has("_routes")) return undefined;
  const read = new URLSearchParams();
  for (const name of parameters) {
    const value = given.get(name);
    if (value !== null) read.set(name, value);
  }
  return read.size > 0 ? `${path}?${read}` : path;
}

/**
 * Never refused, however busy the shop is: who watches over it has to see it, files cost little and take as long as their
 * reader likes, and the sandbox is asked by this very shop in the middle of a payment it has taken on.
 */
export const isAlwaysTaken = (url: string) =>
  /^\/(?:healthz|readyz|metrics)(?:\?|$)|^\/(?:assets|uploads|sandbox)\//.test(url);
