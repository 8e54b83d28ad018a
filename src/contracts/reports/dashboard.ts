import { z } from "zod";
import { appointmentStates } from "../appointments/appointment-rules.ts";
import { consultationModes } from "../appointments/consultation-rules.ts";
import { LOW_STOCK } from "../catalogue/product-rules.ts";
import { paymentModes } from "../payments/payment-rules.ts";
import { disputeStatuses } from "../refunds/refund-rules.ts";

const sales = z.object({ rupees: z.number(), orders: z.int() });

const orderToSee = z.object({
  _id: z.string(),
  name: z.string().describe("Who it goes to."),
  totalAmount: z.number().describe("Rupees."),
  createdAt: z.iso.datetime(),
});

const sessionToSee = z.object({
  _id: z.string(),
  title: z.string(),
  mode: z.enum(consultationModes),
  minutes: z.int(),
  state: z.enum(appointmentStates),
  startsAt: z.iso.datetime(),
  expertName: z.string(),
  callerName: z.string().describe("Empty once the caller's data was erased."),
});

export const dashboard = z.object({
  counts: z.object({
    products: z.int(),
    courses: z.int(),
    orders: z.int(),
    blogs: z.int(),
    experts: z.int(),
    unreadEnquiries: z.int(),
  }),
  work: z
    .object({
      ordersToPack: z.int(),
      piecesToPack: z.int().describe("Pieces of these orders."),
      addressesMissing: z.int().describe("Paid orders with pieces and no address."),
      sessionsToArrange: z.int().describe("Paid sessions without a time; part of `sessions.attention`."),
      papersOwed: z.int().describe("Orders with a paper that could not be issued: `GET /api/accounts/{month}`."),
      reviewsWaiting: z.int().describe("`GET /api/reviews?state=waiting`."),
    })
    .describe("What waits for the owner. `GET /api/orders` lists these orders by `task`."),
  sales: z
    .object({
      today: sales,
      week: sales.describe("Since Monday."),
      month: sales.describe("Since the first of the month."),
      days: z
        .array(sales.extend({ date: z.iso.date() }))
        .describe("The last 30 days, the oldest first; days without sales are there too."),
    })
    .describe("Orders by the moment they were first paid, in Indian time; cancelled and deleted ones do not count."),
  waiting: z
    .object({ count: z.int(), orders: z.array(orderToSee) })
    .describe("Paid and not yet shipped; the newest five."),
  lowStock: z
    .object({
      count: z.int().describe("Products; `products` has a row for each of their sizes that is low."),
      products: z.array(z.object({ _id: z.string(), title: z.string(), stock: z.int(), image: z.string().nullable() })),
    })
    .describe(`Published products with ${LOW_STOCK} pieces or fewer; the ten lowest.`),
  paymentsToCheck: z
    .object({
      count: z.int(),
      payments: z.array(
        z.object({
          paymentId: z.string(),
          orderId: z.string(),
          amount: z.number().describe("In whole units of its currency."),
          currency: z.string(),
          note: z.string(),
          at: z.iso.datetime(),
        }),
      ),
    })
    .describe("Money that arrived and did not settle its order; the newest five."),
  refundsToCheck: z
    .object({
      count: z.int(),
      refunds: z.array(
        z.object({
          _id: z.string(),
          orderId: z.string(),
          amount: z.number().describe("Rupees."),
          note: z.string(),
          at: z.iso.datetime(),
        }),
      ),
    })
    .describe("Refunds that failed and were neither tried again nor dealt with, or take too long; the newest five."),
  disputes: z
    .object({
      count: z.int(),
      disputes: z.array(
        z.object({
          _id: z.string(),
          orderId: z.string(),
          amount: z.number().describe("Rupees."),
          status: z.enum(disputeStatuses),
          respondBy: z.iso.datetime().nullable(),
        }),
      ),
    })
    .describe("Open disputes; the five with the next deadlines."),
  stockShort: z
    .object({ count: z.int(), orders: z.array(orderToSee) })
    .describe("Paid after their pieces were gone; the newest five."),
  sessions: z.object({
    today: z
      .object({ count: z.int(), sessions: z.array(sessionToSee) })
      .describe("Sessions of the Indian day, without cancelled ones; the first eight."),
    withoutLink: z
      .object({ count: z.int(), sessions: z.array(sessionToSee) })
      .describe("Booked sessions by video that have no link yet; the next five."),
    attention: z.int().describe("Sessions that wait for the owner: `GET /api/appointments?view=attention`."),
  }),
  topSearches: z
    .array(z.object({ term: z.string(), count: z.int() }))
    .describe("Searches of the last 30 days that found something; the ten most frequent."),
  unfoundSearches: z
    .array(z.object({ term: z.string(), count: z.int(), lastDay: z.iso.date() }))
    .describe("Searches of the last 30 days that found nothing; the ten most frequent. All: `GET /api/searches`."),
  payments: z.enum(paymentModes),
  backups: z
    .object({
      isOn: z.boolean().describe("`BACKUP_DIR` is set."),
      last: z
        .object({ at: z.iso.datetime(), bytes: z.number().nullable().describe("Null for one of an older version.") })
        .nullable(),
      failing: z
        .object({ since: z.iso.datetime(), problem: z.string() })
        .nullable()
        .describe("Null when the last try succeeded."),
      isLate: z.boolean().describe("The last one is more than two days old."),
    })
    .describe("The nightly backups."),
  warning: z.string().optional().describe("What is wrong with the server's settings; absent when nothing is."),
});
export type Dashboard = z.infer<typeof dashboard>;
