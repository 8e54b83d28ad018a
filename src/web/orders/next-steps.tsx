import { stateRules } from "../../contracts/appointments/appointment-rules.ts";
import { formatArrival } from "../../contracts/orders/arrival-rules.ts";
import { parseItem } from "../../contracts/orders/item-rules.ts";
import type { Order, OrderItem } from "../../contracts/orders/order.ts";
import { shortId } from "../../contracts/orders/order-rules.ts";
import { AppointmentCard } from "../appointments/appointment-card.tsx";
import { canChooseFirstTime, isByPhone } from "../appointments/appointment-states.ts";
import { PhoneLink } from "../appointments/phone-link.tsx";
import { keyOf } from "../lib/cart.ts";
import { contactLinks } from "../lib/contact-links.ts";
import { formatStart } from "../lib/course-start.ts";
import { useShop } from "../lib/site.ts";
import { ExternalLinkButton } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { TextLink } from "../ui/link.tsx";
import { OrderSection } from "./order-frame.tsx";
import { firstTask, needsAddress, unrefundedItems } from "./order-rules.ts";
import { OrderShipments } from "./order-shipments.tsx";

export function NextSteps({ order }: { order: Order }) {
  const kept = unrefundedItems(order);
  const has = (type: Order["items"][number]["itemType"]) => kept.some(({ itemType }) => itemType === type);
  const isDone = order.status === "delivered";
  return (
    <>
      <Appointments order={order} />
      {has("course") && <CourseAccess order={order} />}
      {has("consultancy") && !isDone && hasAppointmentToCome(order) && <Consultation order={order} />}
      {(order.shipments || (has("product") && !isDone)) && (
        <OrderSection id="delivery" title="Your pieces">
          <p>{piecesText(order)}</p>
          {order.arrival && <p className="mt-2 font-medium">Arrives {formatArrival(order.arrival)}</p>}
          <OrderShipments order={order} />
          {needsAddress(order) && <p className="mt-2">We do not have your address yet. Please add it below.</p>}
        </OrderSection>
      )}
    </>
  );
}

function piecesText(order: Order) {
  const { status, shipments = [] } = order;
  const pieces = unrefundedItems(order).filter(({ itemType }) => itemType === "product");
  const isDelivered = pieces.length > 0 && pieces.every(({ progress }) => progress === "delivered");
  if (isDelivered) return "Your pieces have been delivered.";
  if (status === "shipped") return "Your pieces are on their way to you.";
  if (shipments.length > 0 && shipments.every(({ returnedAt }) => returnedAt))
    return "Your parcel came back to us. We write to you when your pieces are on their way again.";
  return shipments.length > 0
    ? "A part of your pieces has left. We write to you when the rest is on its way."
    : "We pack your pieces by hand and write to you when they are on their way.";
}

function Appointments({ order }: { order: Order }) {
  const { appointments = [], status } = order;
  const shown = appointments.filter(({ state }) =>
    state === "to_schedule" ? status !== "delivered" : state !== "held",
  );
  const first = shown.find(canChooseFirstTime);
  const isFirstTask = firstTask(order) === "time";
  return shown.map((appointment) => (
    <AppointmentCard
      key={appointment._id}
      appointment={appointment}
      phone={order.shipping.phone}
      isFirstTask={isFirstTask && appointment === first}
      isLinked={appointment === first}
    />
  ));
}

/** Older orders have no `appointments`: assume that their appointments are to come. */
const hasAppointmentToCome = ({ appointments }: Order) =>
  !appointments || appointments.some(({ state }) => stateRules[state].isToCome);

/** Whether the shop calls the buyer to agree on a time: no time yet, and none can be chosen online. */
const waitsForCall = ({ appointments }: Order) => !appointments || appointments.some(isByPhone);

/** How to prepare: experts describe it on their page; packages need the birth details. */
function Consultation({ order }: { order: Order }) {
  const { shipping, appointments = [] } = order;
  const consultations = unrefundedItems(order).filter(({ itemType }) => itemType === "consultancy");
  const withExpert = consultations.flatMap((item) => {
    const expertId = parseItem(item).expertId;
    return expertId ? [{ ...item, expertId }] : [];
  });
  // No link to an expert who left, or whose appointment was reassigned to another expert.
  const linked = withExpert.filter(
    ({ expertId }) => !order.appointments || appointments.some((appointment) => appointment.expertId === expertId),
  );
  return (
    <OrderSection id="consultation" title="Your consultation">
      {waitsForCall(order) ? (
        <p>
          We write to you on WhatsApp or call you at <strong>{shipping.phone}</strong> within a day, to agree on a time
          that suits you. Please have your questions ready.
        </p>
      ) : (
        <p>
          {appointments.some(canChooseFirstTime) && "Choose a time that suits you above. "}
          Please have your questions ready.
        </p>
      )}
      {linked.length > 0 && (
        <>
          <p className="mt-2">
            Some experts ask for more, such as birth details or a floor plan. What yours needs is written here:
          </p>
          <ul>
            {linked.map((item) => (
              <li key={keyOf(item)}>
                <TextLink to={`/experts/${item.expertId}`} className="underline">
                  {item.title}
                </TextLink>
              </li>
            ))}
          </ul>
        </>
      )}
      {withExpert.length < consultations.length && (
        <p className="mt-2">
          For a reading of your chart we also need your date, time and place of birth, as exactly as you know them.
        </p>
      )}
    </OrderSection>
  );
}

function CourseAccess({ order }: { order: Order }) {
  const shop = useShop();
  const courses = unrefundedItems(order).filter(({ itemType }) => itemType === "course");
  const waiting = courses.filter(({ groupLink }) => !groupLink);
  const linked = courses.find(({ groupLink }) => groupLink);
  const lookIf = (isFirst: boolean) => (isFirst && firstTask(order) === "course" ? "accent" : "quiet");
  const titlesOf = (items: OrderItem[]) => items.map(({ title }) => title).join(", ");
  return (
    <OrderSection id="course-access" title="Your course access">
      {courses.map((course) => (
        <CourseWay key={keyOf(course)} course={course} look={lookIf(course === linked)} />
      ))}
      <p>
        {waiting.length === 0
          ? "If the link does not open, write to us"
          : `To get access${linked ? ` to ${titlesOf(waiting)}` : ""}, contact us`}{" "}
        on WhatsApp at <PhoneLink /> and name your order, <strong>{shortId(order._id)}</strong>.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <ExternalLinkButton
          look={lookIf(!linked)}
          href={contactLinks(shop).whatsapp(
            `Namaste, I have paid for ${titlesOf(courses)}. My order is ${shortId(order._id)}.`,
          )}
        >
          <Icon name="message-circle" size={20} />
          Open WhatsApp
        </ExternalLinkButton>
      </div>
    </OrderSection>
  );
}

/** The link into the course, and when it is held. */
function CourseWay({ course, look }: { course: OrderItem; look: "accent" | "quiet" }) {
  const { title, groupLink, nextStart, startTime, days } = course;
  const times = [nextStart && `Next start: ${formatStart({ nextStart, startTime })}`, days && `Days: ${days}`];
  return (
    <div className="mb-4">
      {groupLink ? (
        <ExternalLinkButton look={look} href={groupLink}>
          Join the group: {title}
        </ExternalLinkButton>
      ) : (
        <p className="font-medium">{title}</p>
      )}
      {times.filter(Boolean).map((text) => (
        <p key={text} className="mt-1.5">
          {text}
        </p>
      ))}
    </div>
  );
}
