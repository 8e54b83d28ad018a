import { siteSettings } from "../../contracts/site.ts";
import type { Config } from "../config.ts";
import type { ApiApp } from "../platform/http/api-app.ts";

/** What a page must know of the shop's configuration. */
export function siteRoutes(app: ApiApp, { payments, gateway, web3forms }: Config) {
  app.get(
    "/site",
    {
      config: { madeOf: () => [] },
      schema: { tags: ["site"], summary: "How this shop is set up", response: { 200: siteSettings } },
    },
    async () => ({ payments, checkoutScript: gateway.checkoutScript, web3forms }),
  );
}
