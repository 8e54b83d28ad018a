/** Search terms and sets of ids have no end, and a preview is for its owner. `_routes` is React Router's. */
const NEVER_CACHED = ["q", "ids", "preview", "_routes"];
const MAX_REMEMBERED = 5_000;
const MAX_REMEMBERED_LENGTH = 200;

/** `/api/products/:id` or `/products/:category?` as a regular expression. */
function toPattern(url: string) {
  const source = url
    .replace(/\/:\w+\?/g, "(?:/[^/]{1,100})?")
    .replace(/:\w+/g, "[\\w-]{1,64}")
    .replaceAll(".", "\\.");
  return new RegExp(`^${source}$`);
}

/**
 * Knows which URLs are cacheable, and the cache key of each: the path and the query parameters that its route declares.
 * Other parameters (campaign tags, inventions) are dropped, so they make no new entries and reach no shared response.
 */
export function createCacheKeys() {
  const routes: { pattern: RegExp; parameters: readonly string[] }[] = [];
  const remembered = new Map<string, string>();

  function derive(url: string) {
    const mark = url.indexOf("?");
    const path = mark < 0 ? url : url.slice(0, mark);
    const route = routes.find(({ pattern }) => pattern.test(path));
    if (!route || mark < 0) return route && path;
    const query = new URLSearchParams(url.slice(mark + 1));
    if (NEVER_CACHED.some((name) => query.has(name))) return undefined;
    const known = new URLSearchParams();
    for (const name of route.parameters) {
      const value = query.get(name);
      if (value !== null) known.set(name, value);
    }
    return known.size > 0 ? `${path}?${known}` : path;
  }

  return {
    add(url: string, parameters: readonly string[]) {
      routes.push({ pattern: toPattern(url), parameters: [...parameters].sort() });
    },
    keyOf(url: string) {
      const known = remembered.get(url);
      if (known !== undefined) return known;
      const key = derive(url);
      if (key === undefined || url.length > MAX_REMEMBERED_LENGTH) return key;
      // Invented URLs only make it start again.
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(url, key);
      return key;
    },
  };
}
