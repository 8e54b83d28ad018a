import { inArray } from "drizzle-orm";
import type { Appointment } from "../../contracts/appointments/appointment.ts";
import { stateRules } from "../../contracts/appointments/appointment-rules.ts";
import { startOf } from "../../contracts/catalogue/course-rules.ts";
import { isPaid } from "../../contracts/orders/order-rules.ts";
import type { ReviewPage } from "../../contracts/reviews/review.ts";
import type { FullOrder, ItemRow } from "../orders/core/order.ts";
import { DAY_MS } from "../platform/clock.ts";
import type { ReviewDeps } from "./deps.ts";
import { type ReviewRow, reviews } from "./review-table.ts";

/** A course without a start can be reviewed this long after its payment. */
const COURSE_AFTER_MS = 7 * DAY_MS;

export interface ReviewableLine {
  item: ItemRow;
  state: ReviewPage["lines"][number]["state"];
  review: ReviewRow | undefined;
  /** What a review is about: the product, the course, or the expert of the appointment. */
  itemId?: string;
  readyAt?: Date | undefined;
}

/** When the first piece of the line arrived. */
function arrivalOf({ order, shipments, history }: FullOrder, { lineIndex }: ItemRow) {
  const parcels = shipments.filter(({ lines }) => lines.some((line) => line.lineIndex === lineIndex));
  const whole = order.status === "delivered" ? history.filter(({ status }) => status === "delivered") : [];
  const moments = [...parcels.flatMap(({ deliveredAt }) => deliveredAt ?? []), ...whole.map(({ at }) => at)];
  return moments.toSorted((one, other) => one.getTime() - other.getTime())[0];
}

/** The review of an appointment belongs to its expert. Of several, the first that took place counts. */
function findDone(booked: Appointment[]) {
  const done = booked.filter(({ state, expertId }) => stateRules[state].tookPlace && expertId);
  const [first] = done.toSorted((one, other) => one.startsAt!.localeCompare(other.startsAt!));
  return first && { itemId: first.expertId!, readyAt: new Date(first.startsAt!) };
}

/** The lines of orders by order: which of them can be reviewed, and the reviews there are. */
export async function readReviewableLines({ db, clock, catalogue, appointments }: ReviewDeps, orders: FullOrder[]) {
  const ids = orders.map(({ order }) => order.id);
  const courseIds = orders.flatMap(({ items }) => items.flatMap(({ courseId }) => courseId ?? []));
  const [written, appointmentsOf, courses] = await Promise.all([
    db.select().from(reviews).where(inArray(reviews.orderId, ids)),
    appointments.readFor(orders),
    catalogue.courses.findMany(courseIds, "owner"),
  ]);

  function courseStart({ order }: FullOrder, { courseId }: ItemRow) {
    const paidAt = (order.paidAt ?? order.createdAt).getTime();
    const { nextStart, startTime } = courses.get(courseId!) ?? {};
    const start = nextStart ? Date.parse(startOf({ nextStart, startTime })) : paidAt + COURSE_AFTER_MS;
    return new Date(Math.max(start, paidAt));
  }

  function toLine(full: FullOrder, item: ItemRow): ReviewableLine {
    const { order } = full;
    const placed = appointmentsOf.get(order.id)?.filter(({ lineIndex }) => lineIndex === item.lineIndex) ?? [];
    const booked = placed.map(({ appointment }) => appointment);
    const subject = {
      product: () => ({ itemId: item.productId!, readyAt: arrivalOf(full, item) }),
      course: () => ({ itemId: item.courseId!, readyAt: courseStart(full, item) }),
      consultancy: () => findDone(booked),
    }[item.itemType]();
    const isCancelled = booked.length > 0 && booked.every(({ state }) => state === "cancelled");
    const isRefunded = order.status === "cancelled" || item.refundedQty >= item.qty || isCancelled;
    const isReady = isPaid(order.status) && subject?.readyAt && subject.readyAt <= clock.now();
    const review = written.find((one) => one.orderId === order.id && one.lineIndex === item.lineIndex);
    return {
      item,
      ...subject,
      review,
      state: review?.state ?? (isRefunded ? "refunded" : isReady ? "ready" : "not_yet"),
    };
  }

  return new Map(orders.map((full) => [full.order.id, full.items.map((item) => toLine(full, item))]));
}
