import { siteSettings } from "../../contracts/site.ts";
import type { Config } from "../config.ts";
import type { ApiApp } from "../platform/http/api-app.ts";
import type { Services } from "../services.ts";

/** `GET /api/site`: the part of the configuration that pages need. */
export function siteRoutes(app: ApiApp, { payments, web3forms }: Config, { gateway }: Services) {
  app.get(
    "/site",
    {
      config: { cache: { tags: () => [] } },
      schema: { tags: ["site"], summary: "How this shop is set up", response: { 200: siteSettings } },
    },
    async () => ({ payments, checkoutScript: gateway.browser.checkoutScript, web3forms }),
  );
}
