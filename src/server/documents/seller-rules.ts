import { badInput } from "../platform/http/errors.ts";
import type { PublishHook, SettingsService } from "../settings/service.ts";

const requireGstin: PublishHook<"seller"> = async (_tx, { after, published }) => {
  if (after.mode !== "unregistered" && !published.business.gstin)
    throw badInput({ mode: "A registered seller needs a GSTIN: publish yours under Name and contact first." });
};

const keepGstin: PublishHook<"business"> = async (_tx, { after, published }) => {
  if (!after.gstin && published.seller.mode !== "unregistered")
    throw badInput({ gstin: "Your papers need it while you are registered: see Registration and papers." });
};

const requireClasses: PublishHook<"packages"> = async (_tx, { after, published }) => {
  for (const [index, { taxClass }] of after.packages.entries())
    if (taxClass && !published.tax.classes.some(({ id }) => id === taxClass))
      throw badInput({ [`packages.${index}.taxClass`]: "There is no such tax class." });
};

/** What registration and tax classes need of other settings. What the catalogue needs: `catalogue/used-tax-classes.ts`. */
export function addSellerRules(settings: SettingsService) {
  settings.beforePublish("seller", requireGstin);
  settings.beforePublish("business", keepGstin);
  settings.beforePublish("packages", requireClasses);
}
