import type { Business } from "../../contracts/settings/settings.ts";
import type { OrderShipment } from "./core/order.ts";

/** What to do about a wrong or damaged piece: the shop's own words, which stand beside every piece too. */
const afterArrival = ({ damageNote }: Business) =>
  damageNote
    ? `If something is missing, please tell us. ${damageNote}`
    : "If something is missing or damaged, please tell us, and we put it right.";

export const stepTexts = {
  shipped: {
    title: "Your pieces are on their way",
    text: () => "we have packed your pieces and sent them to you.",
  },
  delivered: {
    title: "Your pieces are delivered",
    text: (shop: Business) => `your pieces have been delivered. ${afterArrival(shop)}`,
  },
  /** Courses and consultations only: nothing was sent. */
  complete: {
    title: "Your order is complete",
    text: () =>
      "we have marked your order as complete. If something in it is still missing, please tell us, and we put it right.",
  },
};

export const shipmentTexts = {
  shipped: {
    title: "Your parcel is on its way",
    text: ({ courier }: OrderShipment) => `we have sent you a parcel with ${courier}.`,
  },
  delivered: {
    title: "Your parcel is delivered",
    text: (_: OrderShipment, shop: Business) => `your parcel has been delivered. ${afterArrival(shop)}`,
  },
};

export const returnedTexts = {
  title: "Your parcel came back to us",
  text: ({ courier }: OrderShipment) => [
    `${courier} could not deliver your parcel and has brought it back to us. We will send it again, or write to you.`,
    "Please check the address and the phone number below. If one of them is wrong, you can change it on the page of your order until we send it again.",
  ],
};
