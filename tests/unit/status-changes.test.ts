import { describe, expect, test } from "vitest";
import { type OrderStatus, orderStatuses } from "../../src/contracts/orders/order-rules.ts";
import { comeBackText, takeBackText } from "../../src/contracts/orders/parcel-back-rules.ts";
import {
  bulkText,
  deletionText,
  type OrderFacts,
  questionBefore,
} from "../../src/contracts/orders/status-change-rules.ts";

const isSent = (status: OrderStatus) => status === "shipped" || status === "delivered";

/** An order for one piece of ₹900, sent without a parcel where the status says so. */
const factsOf = (status: OrderStatus, fields: Partial<OrderFacts> = {}): OrderFacts => ({
  status,
  total: 900,
  money: "provider",
  received: 0,
  returnable: fields.received ?? 0,
  refundable: fields.money === undefined || fields.money === "provider" ? 900 : 0,
  isDisputed: false,
  hasPieces: true,
  hasParcels: false,
  hasParcelsOut: fields.hasParcels ?? false,
  loosePieces: isSent(status) ? 1 : 0,
  sessions: 0,
  hasBuyer: true,
  isRegistered: false,
  ...fields,
});

const returned = { refundable: 0 };
const [none, hand, free] = [{ money: "none" }, { money: "hand" }, { money: "free", total: 0 }] as const;

describe("asks before", () => {
  /** Of each status: those that are asked about. The others are saved with one press. */
  test.for<[string, Partial<OrderFacts>, Record<OrderStatus, string>]>([
    [
      "an order that is not paid",
      none,
      { pending: "", paid: "", shipped: "pending paid cancelled", delivered: "pending paid cancelled", cancelled: "" },
    ],
    [
      "an order with the provider's money",
      {},
      {
        pending: "cancelled",
        paid: "pending cancelled",
        shipped: "pending paid cancelled",
        delivered: "pending paid cancelled",
        cancelled: "pending",
      },
    ],
    [
      "an order whose money went back",
      returned,
      {
        pending: "",
        paid: "pending",
        shipped: "pending paid cancelled",
        delivered: "pending paid cancelled",
        cancelled: "pending paid shipped delivered",
      },
    ],
    [
      "an order marked as paid by hand",
      hand,
      {
        pending: "cancelled",
        paid: "pending cancelled",
        shipped: "pending paid cancelled",
        delivered: "pending paid cancelled",
        cancelled: "pending",
      },
    ],
    [
      "an order with nothing to pay",
      free,
      {
        pending: "cancelled",
        paid: "pending cancelled",
        shipped: "pending paid cancelled",
        delivered: "pending paid cancelled",
        cancelled: "pending",
      },
    ],
  ])("the twenty changes of %s", ([, fields, asked]) => {
    for (const from of orderStatuses) {
      // Only a paid order is "paid".
      const facts = factsOf(from, from === "paid" && fields === none ? hand : fields);
      const wanted = from === "paid" && fields === none ? "pending cancelled" : asked[from];
      const found = orderStatuses.filter((to) => questionBefore(to, facts));
      expect(found.join(" "), from).toBe(wanted);
    }
  });

  const say = (to: OrderStatus, facts: OrderFacts) => questionBefore(to, facts)!.text.join(" ");

  test("cancelling says the money, the pieces, the sessions and the mail, and what can be refunded", () => {
    expect(questionBefore("cancelled", factsOf("paid", { refundable: 650, sessions: 2, isRegistered: true }))).toEqual({
      text: [
        "₹650 of ₹900 is still with you.",
        "Its pieces go back on the shelf.",
        "2 booked sessions are cancelled.",
        "Its invoices are credited as its money goes back.",
        "The buyer gets a mail.",
      ],
      refund: 650,
    });
    expect(questionBefore("cancelled", factsOf("paid", { isDisputed: true }))).not.toHaveProperty("refund");
    expect(say("cancelled", factsOf("shipped", none))).toBe(
      "It is not paid: ₹900 is due. Its pieces go back on the shelf, also those that have left. The buyer gets a mail.",
    );
    expect(say("cancelled", factsOf("paid", { ...hand, hasPieces: false, hasBuyer: false }))).toBe(
      "₹900 was marked as paid by hand. Pay it back yourself: the shop cannot.",
    );
  });

  test("pending says that the provider's money stays, and that what was marked by hand is due again", () => {
    expect(say("pending", factsOf("paid"))).toMatch(
      /^₹900 was paid\. It keeps its money, its pieces.*not asked to pay again/,
    );
    expect(say("pending", factsOf("paid", hand))).toMatch(
      /₹900 is due again\. Its receipt is cancelled\..*reserved for 30 minutes.*within 7 days, the shop cancels it/,
    );
    expect(say("pending", factsOf("shipped", { ...hand, hasParcels: true }))).toMatch(/A parcel has left/);
  });

  test("a parcel in which all pieces are makes no question before paid", () => {
    expect(questionBefore("paid", factsOf("shipped", { loosePieces: 0, hasParcels: true }))).toBeUndefined();
    expect(say("paid", factsOf("shipped", { ...none, isRegistered: true }))).toBe(
      "1 piece in no parcel counts as not sent. The invoice is cancelled, or credited if it is of an earlier month. ₹900 is marked as paid by hand, and the buyer gets a mail.",
    );
  });
});

test("several orders: counts mails, adds up the money and says that nothing is refunded", () => {
  const all = [factsOf("paid"), factsOf("shipped", { refundable: 100.5 }), factsOf("paid", hand), factsOf("cancelled")];
  expect(bulkText("cancelled", all)).toEqual([
    "₹1,000.50 of 2 orders stays with you until you refund it, on the page of each order.",
    "₹900 of 1 order was marked as paid by hand: pay it back yourself.",
    "Pieces of 1 order go back on the shelf although they have left.",
    "3 buyers get a mail.",
  ]);
  expect(bulkText("pending", all)).toEqual([
    "₹900 of 1 order is due again: documents are cancelled or credited.",
    "₹1,900.50 of 3 orders stays with you.",
  ]);
  expect(bulkText("delivered", all)).toEqual(["Buyers get a mail about it, each once."]);
});

test("deleting begins with the same sentence; with money or an invoice it says what is archived", () => {
  const question = "Are you sure you want to delete this order?";
  expect(deletionText(factsOf("pending", none))).toBe(question);
  const paid = deletionText(factsOf("paid", { sessions: 1 }));
  expect(paid.startsWith(question)).toBe(true);
  for (const text of ["archived", "₹900 was paid", "waits for you on the dashboard", "1 booked session is cancelled"])
    expect(paid).toContain(text);
  expect(deletionText(factsOf("delivered"))).not.toContain("dashboard");
  expect(deletionText(factsOf("shipped", none))).toContain("It is not paid: ₹900 is due.");
});

test("taking back a parcel says what the order becomes and what happens to the invoice", () => {
  expect(takeBackText(factsOf("shipped", { isRegistered: true })).slice(1)).toEqual([
    "The order becomes paid again.",
    "Its invoice is cancelled, or credited if it is of an earlier month.",
  ]);
  expect(takeBackText(factsOf("shipped", none)).at(-1)).toBe("The order becomes pending: ₹900 is due.");
  expect(takeBackText(factsOf("paid"))).toHaveLength(1);
});

test("a parcel that came back says what happens to the pieces, the invoice and the buyer", () => {
  expect(comeBackText(factsOf("shipped", { isRegistered: true }))).toEqual([
    "Did this parcel come back to you undelivered? This cannot be undone.",
    "Its pieces are to be sent again. If the buyer does not want them any more, refund them or cancel the order afterwards.",
    "The order becomes paid again.",
    "Its invoice is credited; the next parcel gets a new one.",
    "The buyer of pieces that are sent again gets a mail, and is asked to check address and phone number.",
  ]);
  expect(comeBackText(factsOf("shipped", none))).toContain("The order becomes pending: ₹900 is due.");
  expect(comeBackText(factsOf("cancelled")).at(-1)).toContain("on the shelf already");
  const back = { hasParcels: true, hasParcelsOut: false };
  expect(questionBefore("cancelled", factsOf("paid", back))!.text).toContain("Its pieces go back on the shelf.");
});

describe("money that the owner recorded", () => {
  const recorded = { money: "recorded", received: 900 } as const;
  const part = { money: "none", received: 400 } as const;
  const asked = (to: OrderStatus, facts: OrderFacts) => questionBefore(to, facts)?.text.join(" ");

  test("stays with an order that is set back, and a mark for the rest does not", () => {
    expect(asked("pending", factsOf("paid", recorded))).toContain("₹900 was received by hand. It keeps its money");
    const mixed = asked("pending", factsOf("paid", { money: "hand", received: 400 }));
    expect(mixed).toContain("₹500 is due again");
    expect(mixed).toContain("What was received stays");
  });

  test("is paid back by the owner when the order is cancelled, also a part of it", () => {
    expect(asked("cancelled", factsOf("paid", recorded))).toContain("Pay it back yourself");
    expect(asked("cancelled", factsOf("pending", part))).toContain(
      "₹400 was received by hand. ₹500 is due. Pay it back yourself",
    );
    expect(bulkText("cancelled", [factsOf("paid", recorded), factsOf("pending", part)])).toContain(
      "₹1,300 of 2 orders was received by hand: pay it back yourself.",
    );
    expect(deletionText(factsOf("pending", part))).toContain("This money waits for you on the dashboard");
  });

  test("is said to be returned as far as it was", () => {
    const some = asked("cancelled", factsOf("paid", { ...recorded, returnable: 500, isRegistered: true }));
    expect(some).toMatch(/^₹900 was received by hand\. ₹400 of it was returned\. Pay it back yourself, then record it/);
    expect(some).toContain("Its invoices are credited as its money goes back.");
    const all = { ...recorded, returnable: 0 };
    expect(asked("cancelled", factsOf("paid", all))).toMatch(
      /^₹900 was received by hand\. All of it was returned\. Its pieces/,
    );
    expect(bulkText("cancelled", [factsOf("paid", all)])).toEqual(["1 buyer gets a mail."]);
    expect(deletionText(factsOf("paid", all))).not.toContain("waits for you");
  });
});
