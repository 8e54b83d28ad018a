import { CHOOSE_TIME } from "../../contracts/appointments/appointment-rules.ts";
import { parseExpertItemId } from "../../contracts/appointments/consultation-rules.ts";
import { isPiece } from "../../contracts/orders/cart-rules.ts";
import type { FullOrder } from "./order-records.ts";
import { currentLinks } from "./order-view.ts";
import type { OrderDeps } from "./service.ts";

/** How the appointments of an order get their times. Orders older than the appointments feature have no appointment rows. */
async function timeSteps(deps: OrderDeps, full: FullOrder) {
  const placed = (await deps.appointments.readFor([full])).get(full.order.id) ?? [];
  const booked = placed.map(({ appointment }) => appointment);
  const open = booked.filter(({ state }) => state === "to_schedule");
  const isArranged = booked.length === 0 || open.some(({ canChoose }) => !canChoose);
  return [
    open.some(({ isTimeTaken }) => isTimeTaken) &&
      "The time that you chose was taken before your payment arrived. We are sorry.",
    open.some(({ canChoose }) => canChoose) &&
      `Please choose your time for your consultation on the page of your order, and have your questions ready:\n${deps.publicUrl}/orders/${full.order.id}#${CHOOSE_TIME}`,
    booked.some(({ state }) => state === "confirmed") &&
      `The time of your consultation is in another mail, with an entry for your calendar. Please have your questions ready. You join here:\n${booked.flatMap(({ links }) => links?.joinUrl ?? []).join("\n")}`,
    isArranged &&
      "For your consultation we write to you on WhatsApp or call you within a day, to agree on a time that suits you. Please have your questions ready.",
  ];
}

/** What to prepare for a consultation: experts say it on their page, packages are chart readings. */
async function consultationSteps(deps: OrderDeps, full: FullOrder) {
  const { items } = full;
  const consultations = items.filter(({ itemType }) => itemType === "consultancy");
  if (consultations.length === 0) return [];
  const expertLines = consultations.flatMap(({ itemId, title }) => {
    const expert = parseExpertItemId(itemId);
    return expert ? [`${title}: ${deps.publicUrl}/experts/${expert.expertId}`] : [];
  });
  return [
    ...(await timeSteps(deps, full)),
    expertLines.length > 0 &&
      `Some experts ask for more, such as birth details or a floor plan. What yours needs is written here:\n${expertLines.join("\n")}`,
    expertLines.length < consultations.length &&
      "For a reading of your chart we also need your date, time and place of birth, as exactly as you know them.",
  ];
}

export async function nextSteps(deps: OrderDeps, full: FullOrder) {
  const { order } = full;
  const items = full.items.filter(({ qty, refundedQty }) => refundedQty < qty);
  const linkOf = await currentLinks(deps.catalogue, items);
  const courses = items
    .filter(({ itemType }) => itemType === "course")
    .map((item) => {
      const link = linkOf(item);
      return link ? `${item.title}: ${link}` : `${item.title}: write to us on WhatsApp and we let you in.`;
    });
  const hasPieces = items.some(isPiece);
  return [
    courses.length > 0 && `Your way into the course\n${courses.join("\n")}`,
    ...(await consultationSteps(deps, { ...full, items })),
    hasPieces && "We pack your pieces by hand and write to you when they are on their way.",
    hasPieces &&
      !order.shippingAddress &&
      "We do not have your address yet. Please add it on the page of your order, so that we can send your pieces.",
  ].filter((text) => text !== false);
}
