import { CHOOSE_TIME } from "../../contracts/appointments/appointment-rules.ts";
import { whoCalls } from "../../contracts/appointments/call-rules.ts";
import { startOf } from "../../contracts/catalogue/course-rules.ts";
import { isPiece } from "../../contracts/orders/cart-rules.ts";
import { shortId } from "../../contracts/orders/order-rules.ts";
import type { Business } from "../../contracts/settings/settings.ts";
import type { ComposedMail } from "../notifications/service.ts";
import { formatDay, formatMoment } from "../platform/indian-time.ts";
import type { FullOrder } from "./core/order.ts";
import type { OrderDeps } from "./deps.ts";
import { findCourseAccess } from "./order-view.ts";

/** How the appointments of an order get their times. Orders older than the appointments feature have no appointment rows. */
async function timeSteps(deps: OrderDeps, full: FullOrder) {
  const placed = (await deps.appointments.readFor([full])).get(full.order.id) ?? [];
  const booked = placed.map(({ appointment }) => appointment);
  const open = booked.filter(({ state }) => state === "to_schedule");
  const confirmed = booked.filter(({ state }) => state === "confirmed");
  /** Links are named when there are several. */
  const callsOf = (them: typeof booked) => {
    const sentences = them.map(({ callWay: way, expertName, title, links }) => {
      const sentence = whoCalls({ way, expertName, phone: full.order.shippingPhone, roomUrl: links?.roomUrl });
      return links?.roomUrl && them.length > 1 ? `${title}: ${sentence}` : sentence;
    });
    return [...new Set(sentences)].join("\n");
  };
  const openVideo = open.filter(({ mode }) => mode === "video");
  const isArranged = booked.length === 0 || open.some(({ canChoose }) => !canChoose);
  return [
    open.some(({ isTimeTaken }) => isTimeTaken) &&
      "The time that you chose was taken before your payment arrived. We are sorry.",
    open.some(({ canChoose }) => canChoose) &&
      `Please choose your time for your consultation on the page of your order, and have your questions ready:\n${deps.publicUrl}/orders/${full.order.id}#${CHOOSE_TIME}`,
    openVideo.length > 0 && `By video: ${callsOf(openVideo).replace("You", "you")}`,
    confirmed.length > 0 &&
      `The time of your consultation is in another mail, with an entry for your calendar. Please have your questions ready.\n${callsOf(confirmed)}\n${confirmed.length > 1 ? "Your session pages" : "Your session page"}:\n${booked.flatMap(({ links }) => links?.joinUrl ?? []).join("\n")}`,
    isArranged &&
      "For your consultation we write to you on WhatsApp or call you within a day, to agree on a time that suits you. Please have your questions ready.",
  ];
}

/** What to prepare for a consultation: experts say it on their page, packages are chart readings. */
async function consultationSteps(deps: OrderDeps, full: FullOrder) {
  const { items } = full;
  const consultations = items.filter(({ itemType }) => itemType === "consultancy");
  if (consultations.length === 0) return [];
  const expertLines = consultations.flatMap(({ expertId, title }) =>
    expertId ? [`${title}: ${deps.publicUrl}/experts/${expertId}`] : [],
  );
  return [
    ...(await timeSteps(deps, full)),
    expertLines.length > 0 &&
      `Some experts ask for more, such as birth details or a floor plan. What yours needs is written here:\n${expertLines.join("\n")}`,
    expertLines.length < consultations.length &&
      "For a reading of your chart we also need your date, time and place of birth, as exactly as you know them.",
  ];
}

export type MailDeps = OrderDeps & { shop: Business };
type Step = ComposedMail["paragraphs"][number] | false;

/** The ways into the courses that have a link, then what the buyers of the others do. */
async function courseSteps(deps: MailDeps, { order, items }: FullOrder): Promise<Step[]> {
  const { phone, whatsapp } = deps.shop;
  const accessOf = await findCourseAccess(deps, items);
  const courses = items
    .filter(({ itemType }) => itemType === "course")
    .map((item) => ({ title: item.title, ...accessOf(item) }));
  if (courses.length === 0) return [];
  const waiting = courses.filter(({ groupLink }) => !groupLink).map(({ title }) => title);
  const ask = `us on WhatsApp at ${phone} and name your order, ${shortId(order.id)}:\nhttps://wa.me/${whatsapp}`;
  return [
    ...courses.flatMap(({ title, groupLink, nextStart, startTime, days }): Step[] => {
      const start = nextStart && new Date(startOf({ nextStart, startTime }));
      const times = [
        start && `Next start: ${(startTime ? formatMoment : formatDay)(start)}${startTime ? " (Indian time)" : ""}`,
        days && `Days: ${days}`,
      ].filter(Boolean);
      return [
        groupLink !== undefined && { label: `Join the group: ${title}`, url: groupLink },
        times.length > 0 && [title, ...times].join("\n"),
      ];
    }),
    waiting.length > 0
      ? `To get access to ${waiting.join(", ")}, contact ${ask}`
      : `If a link does not open, write to ${ask}`,
  ];
}

export async function nextSteps(deps: MailDeps, full: FullOrder) {
  const { order } = full;
  const items = full.items.filter(({ qty, refundedQty }) => refundedQty < qty);
  const kept = { ...full, items };
  const hasPieces = items.some(isPiece);
  return [
    ...(await courseSteps(deps, kept)),
    ...(await consultationSteps(deps, kept)),
    hasPieces && "We pack your pieces by hand and write to you when they are on their way.",
    hasPieces &&
      !order.shippingAddress &&
      "We do not have your address yet. Please add it on the page of your order, so that we can send your pieces.",
  ].filter((step) => step !== false);
}
