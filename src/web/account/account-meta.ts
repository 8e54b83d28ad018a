import type { MetaDescriptor } from "react-router";
import { pageMeta } from "../lib/page-meta.ts";

/** Title and the like of a page that concerns one person only, and so is not to be found by searching. */
export const accountMeta = (page: Parameters<typeof pageMeta>[0]): MetaDescriptor[] => [
  ...pageMeta(page),
  { name: "robots", content: "noindex" },
];
