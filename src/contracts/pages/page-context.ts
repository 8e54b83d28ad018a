import type { Send } from "../calls.ts";
import type { Settings } from "../settings/settings.ts";
import type { SiteSettings } from "./site.ts";

/** The data that the server passes to a page that it renders. */
export interface PageContext {
  send: Send;
  /** The nonce of the page's own inline scripts in its content security policy. */
  nonce: string;
  site: SiteSettings;
  settings: Settings;
  /** True if `settings` is a draft that is shown by a preview link. */
  isPreview: boolean;
}

/** The server and the bundle of pages are built apart and share the router context under this global symbol. */
export const PAGE_CONTEXT: unique symbol = Symbol.for("nakshatra.page-context");
