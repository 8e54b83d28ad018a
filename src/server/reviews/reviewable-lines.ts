import { inArray } from "drizzle-orm";
import type { Appointment } from "../../contracts/appointments/appointment.ts";
import { startOf } from "../../contracts/catalogue/course-rules.ts";
import { parseProductItemId } from "../../contracts/catalogue/variant-rules.ts";
import { isPaid } from "../../contracts/orders/order-rules.ts";
import type { ReviewPage } from "../../contracts/reviews/review.ts";
import type { FullOrder, ItemRow } from "../orders/order-records.ts";
import { DAY_MS } from "../platform/clock.ts";
import { type ReviewRow, reviews } from "./review-table.ts";
import type { ReviewDeps } from "./service.ts";

/** A course without a start can be reviewed this long after its payment. */
const COURSE_AFTER_MS = 7 * DAY_MS;

/** What a review of a line would be about, and since when there can be one. Undefined while nothing can be said of it. */
interface Subject {
  itemId: string;
  readyAt: Date;
}

export interface ReviewableLine extends Partial<Subject> {
  item: ItemRow;
  state: ReviewPage["lines"][number]["state"];
  review: ReviewRow | undefined;
}

/** A line of several pieces can be reviewed once one of them is delivered. */
function pieceSubject({ order, shipments, history }: FullOrder, { lineIndex, itemId }: ItemRow): Subject | undefined {
  const isInside = ({ lines }: (typeof shipments)[number]) => lines.some((line) => line.lineIndex === lineIndex);
  const arrived = shipments.filter(isInside).flatMap(({ deliveredAt }) => deliveredAt ?? []);
  const wasDelivered = order.status === "delivered" ? history.filter(({ status }) => status === "delivered") : [];
  const moments = [...arrived, ...wasDelivered.map(({ at }) => at)].map((moment) => moment.getTime());
  if (moments.length === 0) return undefined;
  return { itemId: parseProductItemId(itemId).productId, readyAt: new Date(Math.min(...moments)) };
}

/** The review of an appointment belongs to its expert. Of several, the first that took place counts. */
function appointmentSubject(booked: Appointment[]): Subject | undefined {
  const done = booked.filter(({ state, expertId, startsAt }) => state === "done" && expertId && startsAt);
  const [first] = done.toSorted((one, other) => one.startsAt!.localeCompare(other.startsAt!));
  return first && { itemId: first.expertId!, readyAt: new Date(first.startsAt!) };
}

/** The lines of orders by order: which of them can be reviewed, and the reviews there are. */
export async function readReviewableLines(
  { db, clock, catalogue, appointments }: Pick<ReviewDeps, "db" | "clock" | "catalogue" | "appointments">,
  orders: FullOrder[],
) {
  const ids = orders.map(({ order }) => order.id);
  const courseIds = orders.flatMap(({ items }) => items.filter(({ itemType }) => itemType === "course"));
  const [written, appointmentsOf, courses] = await Promise.all([
    db.select().from(reviews).where(inArray(reviews.orderId, ids)),
    appointments.readFor(orders),
    catalogue.courses.findMany(
      courseIds.map(({ itemId }) => itemId),
      "owner",
    ),
  ]);

  function courseSubject({ order }: FullOrder, { itemId }: ItemRow): Subject {
    const paidAt = (order.paidAt ?? order.createdAt).getTime();
    const { nextStart, startTime } = courses.get(itemId) ?? {};
    const start = nextStart ? Date.parse(startOf({ nextStart, startTime })) : paidAt + COURSE_AFTER_MS;
    return { itemId, readyAt: new Date(Math.max(start, paidAt)) };
  }

  function toLine(full: FullOrder, item: ItemRow): ReviewableLine {
    const { order } = full;
    const review = written.find((one) => one.orderId === order.id && one.lineIndex === item.lineIndex);
    const booked = (appointmentsOf.get(order.id) ?? [])
      .filter(({ lineIndex }) => lineIndex === item.lineIndex)
      .map(({ appointment }) => appointment);
    const subjects = {
      product: () => pieceSubject(full, item),
      course: () => courseSubject(full, item),
      consultancy: () => appointmentSubject(booked),
    };
    const subject = isPaid(order.status) ? subjects[item.itemType]() : undefined;
    const isCancelled = booked.length > 0 && booked.every(({ state }) => state === "cancelled");
    const isRefunded = order.status === "cancelled" || item.refundedQty >= item.qty || isCancelled;
    const isReady = subject && subject.readyAt <= clock.now();
    const state = isRefunded ? "refunded" : isReady ? "ready" : "not_yet";
    return { item, ...subject, review, state: review?.state ?? state };
  }

  return new Map(orders.map((full) => [full.order.id, full.items.map((item) => toLine(full, item))]));
}
