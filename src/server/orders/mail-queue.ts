import type { Notifications } from "../notifications/service.ts";

/** The mails about orders. `follow.ts` says when they are sent, `mails.ts` what they say. */
export function createOrderMails({ mailKind }: Notifications) {
  const ofOrder = (kind: string) => mailKind<{ orderId: string }>(kind);
  const ofParcel = (kind: string) => mailKind<{ shipmentId: string }>(kind);
  return {
    confirmation: ofOrder("order-confirmation"),
    notice: ofOrder("order-notice"),
    steps: { shipped: ofOrder("order-shipped"), delivered: ofOrder("order-delivered") },
    shipmentSteps: { shipped: ofParcel("parcel-sent"), delivered: ofParcel("parcel-delivered") },
    parcelReturned: ofParcel("parcel-returned"),
    paymentToCheck: mailKind<{ paymentId: string }>("payment-to-check"),
    cancelled: mailKind<{ orderId: string; nth: number }>("order-cancelled"),
    addressRequest: ofOrder("address-request"),
  };
}
export type OrderMails = ReturnType<typeof createOrderMails>;
