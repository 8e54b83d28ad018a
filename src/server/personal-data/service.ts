import { Readable } from "node:stream";
import type { PersonalData } from "../../contracts/accounts/personal-data.ts";
import type { Accounts } from "../accounts/service.ts";
import type { Activity } from "../activity/service.ts";
import type { Appointments } from "../appointments/service.ts";
import type { Customers } from "../customers/service.ts";
import type { Documents } from "../documents/service.ts";
import type { Orders } from "../orders/service.ts";
import { httpError } from "../platform/http/errors.ts";
import type { LoginUser, RequestUser } from "../platform/http/logins.ts";
import type { Platform } from "../platform/platform.ts";
import type { Reviews } from "../reviews/service.ts";
import type { SettingsService } from "../settings/service.ts";
import type { Wishlist } from "../wishlist/service.ts";
import { exportByAccount } from "./limits.ts";

interface PersonalDataDeps extends Pick<Platform, "db" | "clock" | "limiter"> {
  accounts: Accounts;
  appointments: Appointments;
  customers: Customers;
  documents: Documents;
  orders: Orders;
  reviews: Reviews;
  activity: Activity;
  settings: SettingsService;
  wishlist: Wishlist;
}

/** Streams `PersonalData` as JSON text in chunks: an account may have thousands of orders. */
async function* toJson(head: Omit<PersonalData, "orders">, batches: AsyncIterable<PersonalData["orders"]>) {
  yield `${JSON.stringify(head).slice(0, -1)},"orders":[`;
  let separator = "";
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    yield separator + batch.map((order) => JSON.stringify(order)).join(",");
    separator = ",";
  }
  yield "]}";
}

/**
 * Export and erasure of a person's data. Enquiries are not included: anybody can enter any e-mail address in a form,
 * so an address does not prove whose enquiry it is.
 */
export function createPersonalData(deps: PersonalDataDeps) {
  const { db, clock, limiter, accounts, appointments, customers, documents, orders, reviews, wishlist } = deps;
  const { activity, settings } = deps;
  const exporting = new Set<string>();

  return {
    /** Streams the export as JSON with backpressure. Allows one download per account at a time. */
    async exportFor(user: LoginUser) {
      if (exporting.has(user.id)) {
        const message = "Your data is being downloaded already. Please wait until that is done.";
        throw httpError("too_many", { message, headers: { "retry-after": "10" } });
      }
      exporting.add(user.id);
      try {
        await limiter.take(exportByAccount, user.id);
        const head = {
          shop: (await settings.read()).business.brand,
          madeAt: clock.now().toISOString(),
          profile: await accounts.accountDetails(user),
          addresses: (await accounts.addresses.list(user.id)).map(({ _id, ...address }) => address),
          notes: await customers.notesAbout(user.id),
          logins: (await accounts.listLogins(user)).map(({ _id, current, ...login }) => login),
          intakes: await appointments.intakes.exportFor(user.id),
          wishlist: await wishlist.listIds(user.id),
          backInStock: await wishlist.exportWaits(user.id),
          passkeys: (await accounts.secondFactorOf(user.id)).passkeys,
          reviews: await reviews.exportFor(user.id),
          papers: await documents.exportFor(user.id),
        };
        const text = toJson(head, orders.exportForBuyer(user.id));
        const stream = Readable.from(text, { objectMode: false, highWaterMark: 64 * 1024 });
        return stream.once("close", () => exporting.delete(user.id));
      } catch (error) {
        exporting.delete(user.id);
        throw error;
      }
    },

    async erase(user: RequestUser, password: string | undefined, address: string) {
      await accounts.confirmPassword(user, password, address);
      await db.transaction(async (tx) => {
        const { email, expertId } = await accounts.remove(tx, user);
        await orders.eraseBuyer(tx, user.id);
        // Lock order: erase intakes after the orders, whose cancellation locks experts first and then sessions.
        await appointments.intakes.eraseOf(tx, user.id);
        await appointments.feeds.endWithAccess(tx, { id: user.id, expertId });
        await reviews.eraseOf(tx, user.id);
        await customers.eraseNotes(tx, user.id);
        await wishlist.eraseWaits(tx, email);
        await activity.anonymiseActor(tx, { id: user.id, email });
        await settings.anonymiseAuthor(tx, { id: user.id, email });
      });
    },
  };
}
export type PersonalDataService = ReturnType<typeof createPersonalData>;
