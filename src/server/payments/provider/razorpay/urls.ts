import type { BrowserNeeds } from "../provider.ts";

export const RAZORPAY_API = "https://api.razorpay.com/v1";

/** Where the shop serves the sandbox, with the paths of Razorpay's API and script below it. */
export const SANDBOX_PATH = "/sandbox/razorpay";

export const razorpayBrowserNeeds: BrowserNeeds = {
  checkoutScript: "https://checkout.razorpay.com/v1/checkout.js",
  contentSecurityPolicy: {
    "script-src": "https://checkout.razorpay.com https://cdn.razorpay.com",
    // The script positions its frame with style attributes.
    "style-src": "'unsafe-inline'",
    "img-src": "https://*.razorpay.com",
    "connect-src": "https://*.razorpay.com",
    "frame-src": "https://*.razorpay.com",
    "form-action": "https://api.razorpay.com",
  },
  paymentOrigins: ["https://api.razorpay.com", "https://checkout.razorpay.com"],
};

/** The sandbox is same-origin, so the policies need no additions. */
export const sandboxBrowserNeeds: BrowserNeeds = {
  checkoutScript: `${SANDBOX_PATH}/checkout.js`,
  contentSecurityPolicy: {},
  paymentOrigins: [],
};
