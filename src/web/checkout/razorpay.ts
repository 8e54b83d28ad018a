/** The part of the provider's script that the shop uses; the sandbox's script has the same. */

export interface Receipt {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}

interface PopupOptions {
  key: string;
  amount: number;
  currency: "INR";
  name: string;
  description: string;
  order_id: string;
  prefill: { name: string; email: string; contact: string };
  theme: { color: string };
  handler(receipt: Receipt): void;
  modal: { ondismiss(): void };
  /** With `redirect` the provider does not call the handler but sends the whole page there, paid or failed. */
  callback_url?: string;
  redirect?: boolean;
}

interface Popup {
  on(event: "payment.failed", listener: (reply: { error: { description: string } }) => void): void;
  open(): void;
  close(): void;
}

type Razorpay = new (options: PopupOptions) => Popup;

/** The browsers within other apps, in which the provider's frame does not open or its popups are lost. */
const INSIDE_APPS =
  /FBAN|FBAV|FB_IAB|Instagram|Snapchat|LinkedInApp|Pinterest|Twitter|; wv\)|(iPhone|iPad|iPod)(?!.*Safari\/)/;

export const isInsideApp = () => INSIDE_APPS.test(navigator.userAgent);

const PATIENCE_MS = 20_000;

/** Blocked by the browser, an app around it or the network: nothing was paid, and another try may work. */
export class PopupUnavailable extends Error {
  constructor() {
    super(
      "The payment window could not be opened. Please check your connection, or use another browser, and try again.",
    );
  }
}

function load(src: string) {
  return new Promise<Razorpay>((resolve, reject) => {
    const script = document.createElement("script");
    const settle = () => {
      clearTimeout(limit);
      const { Razorpay } = window as { Razorpay?: Razorpay };
      if (Razorpay) return resolve(Razorpay);
      script.remove();
      reject(new PopupUnavailable());
    };
    const limit = setTimeout(settle, PATIENCE_MS);
    script.onload = settle;
    script.onerror = settle;
    script.src = src;
    document.head.append(script);
  });
}

let loaded: Promise<Razorpay> | undefined;

/** Loads the script when somebody first pays. What could not be loaded is tried again the next time. */
export function loadRazorpay(src: string) {
  loaded ??= load(src).catch((error) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}
