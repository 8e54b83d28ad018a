import type { Send } from "./calls.ts";
import type { Settings } from "./settings.ts";
import type { SiteSettings } from "./site.ts";

/** What the server gives to a page that it renders. */
export interface PageContext {
  /** The page's calls to the API, answered inside the process. */
  send: Send;
  /** The nonce of the page's own inline scripts in its content security policy. */
  nonce: string;
  site: SiteSettings;
  settings: Settings;
  /** The settings are a draft that only a preview's link shows. */
  isPreview: boolean;
}

/** The server and the bundle of pages are built apart and share the router context under this global symbol. */
export const PAGE_CONTEXT: unique symbol = Symbol.for("nakshatra.page-context");
