/** Parameters with unlimited values or private responses. React Router uses `_routes` for partial data requests. */
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
 * Decides which URLs are cacheable. The cache key is the path and the query parameters that the route declares. Other
 * parameters, such as campaign tags, are dropped: they create no entries and cannot affect a shared response.
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
      // Bounds the memo. A flood of random URLs only clears it.
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(url, key);
      return key;
    },
  };
}
