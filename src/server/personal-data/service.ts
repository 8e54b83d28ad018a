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

const takenByAccount: Limit = { what: "data-account", tries: 10, seconds: 60 * 60 };

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
 * What the shop keeps about a person: theirs to take with them, and to have erased. Enquiries are no part of it: anybody
 * can write any e-mail address into a form, or register with it, so an address does not show whose they are.
 */
export function createPersonalData(deps: PersonalDataDeps) {
  const { db, clock, limiter, accounts, orders, notifications, activity } = deps;
  return {
    async takeOut(user: SessionUser): Promise<PersonalData> {
      await limiter.take(takenByAccount, user.id);
      const [profile, bought] = await Promise.all([accounts.account(user), orders.allOf(user.id)]);
      return { shop: site.brand, madeAt: clock.now().toISOString(), profile, orders: bought };
    },

    /** Orders stay for the books, without a word about the person; all else is gone, and so are the account's logins. */
    async erase(user: SessionUser, password: string, address: string) {
      await accounts.confirmPassword(user, password, address);
      await db.transaction(async (tx) => {
        const { email } = await accounts.remove(tx, user);
        await orders.forgetBuyer(tx, user.id);
        await notifications.withdraw(tx, { email });
        await activity.forgetActor(tx, user.id);
      });
      accounts.forget(user.id);
    },
  };
}
export type PersonalDataService = ReturnType<typeof createPersonalData>;
