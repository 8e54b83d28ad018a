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
      .object({
        count: z.int(),
        sessions: z.array(
          z.object({
            _id: z.string(),
            title: z.string(),
            mode: z.enum(consultationModes),
            minutes: z.int(),
            state: z.enum(appointmentStates),
            startsAt: z.iso.datetime(),
            expertName: z.string(),
            callerName: z.string().describe("Empty once the caller's data was erased."),
          }),
        ),
      })
      .describe("Sessions of the Indian day, without cancelled ones; the first eight."),
    attention: z.int().describe("Sessions that wait for the owner: `GET /api/appointments?view=attention`."),
  }),
  unfoundSearches: z
    .array(z.object({ term: z.string(), count: z.int(), lastAt: z.iso.datetime() }))
    .describe("Searches of the last 30 days that found no product and had no suggestion; the ten most frequent."),
  payments: z.enum(paymentModes),
  warning: z.string().optional().describe("What is wrong with the server's settings; absent when nothing is."),
});
export type Dashboard = z.infer<typeof dashboard>;
