import { shortId } from "../../../contracts/orders/order-rules.ts";
import { PAYMENT_METHOD } from "../../../contracts/payments/payment-rules.ts";
import { toast } from "../../lib/toast.ts";
import { type PaymentOutcome, type PaymentPopup, PopupUnavailable } from "./payment-popup.ts";

/** The part of Razorpay's script that the shop uses. The sandbox's script has the same interface. */
interface CheckoutOptions {
  key: string;
  amount: number;
  currency: "INR";
  name: string;
  description: string;
  order_id: string;
  prefill: { name: string; email: string; contact: string };
  theme: { color: string };
  handler(receipt: { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string }): void;
  modal: { ondismiss(): void };
  /** With `redirect` Razorpay posts the result to this URL and does not call `handler`. */
  callback_url?: string;
  redirect?: boolean;
}

interface Checkout {
  on(event: "payment.failed", listener: (reply: { error: { description: string } }) => void): void;
  open(): void;
  close(): void;
}

type Razorpay = new (options: CheckoutOptions) => Checkout;

/** In-app browsers, where the provider's frame does not open or its popups are lost. */
const IN_APP_BROWSERS =
  /FBAN|FBAV|FB_IAB|Instagram|Snapchat|LinkedInApp|Pinterest|Twitter|; wv\)|(iPhone|iPad|iPod)(?!.*Safari\/)/;

const LOAD_TIMEOUT_MS = 20_000;

function load(src: string) {
  return new Promise<Razorpay>((resolve, reject) => {
    const script = document.createElement("script");
    const settle = () => {
      clearTimeout(timeout);
      const { Razorpay } = window as { Razorpay?: Razorpay };
      if (Razorpay) return resolve(Razorpay);
      script.remove();
      reject(new PopupUnavailable());
    };
    const timeout = setTimeout(settle, LOAD_TIMEOUT_MS);
    script.onload = settle;
    script.onerror = settle;
    script.src = src;
    document.head.append(script);
  });
}

let loaded: Promise<Razorpay> | undefined;

/** Loads the script once, at the first payment. After a failure the next call tries again. */
function loadRazorpay(src: string) {
  loaded ??= load(src).catch((error) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

export async function openPopup({ order, payment, brand, script, signal, record }: PaymentPopup) {
  const Razorpay = await loadRazorpay(script);
  const { name, email, phone } = order.shipping;
  return new Promise<PaymentOutcome>((resolve, reject) => {
    const checkout = new Razorpay({
      key: payment.key,
      amount: payment.amount,
      currency: "INR",
      name: brand,
      description: `Order ${shortId(order._id)}`,
      order_id: payment.orderId,
      prefill: { name, email, contact: phone },
      theme: { color: getComputedStyle(document.documentElement).getPropertyValue("--color-night").trim() },
      handler: ({ razorpay_payment_id: paymentId, razorpay_signature: signature }) =>
        void record({ paymentId, signature }).then(() => resolve("paid"), reject),
      modal: { ondismiss: () => resolve("closed") },
      ...(IN_APP_BROWSERS.test(navigator.userAgent) && {
        redirect: true,
        callback_url: `${location.origin}/api/payments/${PAYMENT_METHOD}/callback?orderId=${order._id}`,
      }),
    });
    checkout.on("payment.failed", ({ error }) => toast(`❌ Payment failed: ${error.description}`, { tone: "bad" }));
    if (signal.aborted) return resolve("closed");
    signal.addEventListener("abort", () => {
      resolve("closed");
      checkout.close();
    });
    checkout.open();
  });
}
