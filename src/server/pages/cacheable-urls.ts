import { publicPages } from "../../contracts/pages/pages.ts";
import type { ResponseCache } from "../platform/response-cache/cache.ts";

/** React Router loads a page's data from the page's own path with this suffix; the home page's is `/_root.data`. */
const DATA = ".data";

/** Declares the public pages as cacheable. API routes declare themselves, with `config.cache`. */
export function addCacheablePages({ keys }: ResponseCache) {
  for (const [path, query] of Object.entries(publicPages)) {
    const parameters = Object.keys(query.shape);
    keys.add(path, parameters);
    keys.add(path === "/" ? `/_root${DATA}` : `${path}${DATA}`, parameters);
  }
}
