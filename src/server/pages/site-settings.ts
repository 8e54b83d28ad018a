import type { FastifyInstance } from "fastify";
import { type ShopIdentity, type SiteSettings, siteSettings } from "../../contracts/pages/site.ts";
import { accentShades } from "../../contracts/settings/accent-rules.ts";
import type { Settings } from "../../contracts/settings/settings.ts";
import { logoOf } from "../../contracts/settings/settings-rules.ts";
import type { Config } from "../config.ts";
import { routesFor } from "../platform/http/api-routes.ts";
import type { Services } from "../services.ts";
import { SETTINGS_TAG } from "../settings/service.ts";

function toIdentity({
  business,
  look,
  categories: { categories },
  delivery,
  announcement,
  seller,
}: Settings): ShopIdentity {
  const { grievance, courts, deliveryNote, damageNote, packingNote, waysToPay, ...identity } = business;
  const { hero, ...shownLook } = look;
  const named = ({ id, name }: { id: string; name: string }) => ({ id, name });
  return {
    ...identity,
    logo: logoOf(look),
    look: shownLook,
    categories: categories.map((category) => ({
      ...named(category),
      subCategories: category.subCategories.map(named),
    })),
    maxPiecesPerOrder: delivery.maxPiecesPerOrder,
    delivery: delivery.charge.isCharged ? { hasPinPrices: delivery.charge.pinPrices.length > 0 } : null,
    addressNeeded: delivery.addressNeeded,
    isRegistered: seller.mode !== "unregistered",
    announcement,
  };
}

export const createSiteSettings =
  ({ web3forms }: Config, { provider }: Pick<Services, "provider">) =>
  async (settings: Settings): Promise<SiteSettings> => {
    const current = await provider.current();
    const { checkoutScript } = current.browser;
    return { payments: current.mode, checkoutScript, web3forms, shop: toIdentity(settings) };
  };

/** `/accent/f2a32e.css`: overrides the accent tokens of `app.css`. */
export async function accentRoute(app: FastifyInstance) {
  app.get<{ Params: { colour: string } }>("/accent/:colour.css", { schema: { hide: true } }, (request, reply) => {
    const accent = `#${request.params.colour}`;
    if (!/^#[\da-f]{6}$/.test(accent)) return reply.callNotFound();
    const tokens = Object.entries(accentShades(accent)).map(([name, colour]) => `${name}:${colour}`);
    return reply
      .type("text/css; charset=utf-8")
      .header("cache-control", "public, max-age=31536000, immutable")
      .send(`:root{${tokens.join(";")}}`);
  });
}

export function siteRoutes(app: FastifyInstance, config: Config, services: Services) {
  const toSite = createSiteSettings(config, services);
  routesFor(app, services.logins, "site").everyone.get(
    "/site",
    {
      summary: "How this shop is set up",
      response: siteSettings,
      config: { cache: { tags: () => [SETTINGS_TAG] } },
    },
    async () => toSite(await services.settings.read()),
  );
}
