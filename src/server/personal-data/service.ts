import { site } from "../../../site.config.ts";
import type { PersonalData } from "../../contracts/personal-data.ts";
import type { Accounts } from "../accounts/service.ts";
import type { Activity } from "../activity/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { Orders } from "../orders/service.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import type { Limit, RateLimiter } from "../platform/http/rate-limit.ts";
import type { SessionUser } from "../platform/http/sessions.ts";

const exportByAccount: Limit = { what: "data-account", tries: 10, seconds: 60 * 60 };

interface PersonalDataDeps {
  db: Database;
  clock: Clock;
  limiter: RateLimiter;
  accounts: Accounts;
  orders: Orders;
  notifications: Notifications;
  activity: Activity;
}

/**
 * Export and erasure of a person's data. Enquiries are not included: anybody can enter any e-mail address in a form,
 * so an address does not prove whose enquiry it is.
 */
export function createPersonalData(deps: PersonalDataDeps) {
  const { db, clock, limiter, accounts, orders, notifications, activity } = deps;
  return {
    async exportFor(user: SessionUser): Promise<PersonalData> {
      await limiter.take(exportByAccount, user.id);
      const [profile, bought] = await Promise.all([accounts.accountDetails(user), orders.listForExport(user.id)]);
      return { shop: site.brand, madeAt: clock.now().toISOString(), profile, orders: bought };
    },

    /** Deletes the account and its logins. Orders stay for bookkeeping, without personal data. */
    async erase(user: SessionUser, password: string, address: string) {
      await accounts.confirmPassword(user, password, address);
      await db.transaction(async (tx) => {
        const { email } = await accounts.remove(tx, user);
        await orders.anonymiseBuyer(tx, user.id);
        await notifications.withdraw(tx, { email });
        await activity.anonymiseActor(tx, user.id);
      });
    },
  };
}
export type PersonalDataService = ReturnType<typeof createPersonalData>;
