/** Translates the provider's errors into instructions for the owner. The first match wins. */
const words: [pattern: RegExp, text: string][] = [
  // For a low balance, Razorpay may also return just "invalid request sent".
  [
    /enough balance|invalid request sent/i,
    "Your account at the payment provider does not have enough balance. Add money there, then try again.",
  ],
  [
    /6 months/i,
    "The payment is more than six months old, so the bank takes no refund for it. Pay the buyer by bank transfer.",
  ],
  [/fully refunded/i, "The payment has been refunded in full already."],
  [/greater than/i, "The amount is more than what is left of the payment."],
  [/at least INR/i, "The payment provider refunds ₹1 or more."],
  [
    /does not exist/i,
    "The payment provider does not know this payment: it was made in the sandbox, or with other keys. If real money was paid, put those keys back or pay the buyer another way.",
  ],
];

export const failureText = (description: string) =>
  words.find(([pattern]) => pattern.test(description))?.[1] ?? `The payment provider refused it: ${description}`;

export const RETURNED_BY_BANK =
  "The buyer's bank did not take the money, and it came back to your account at the payment provider.";

export const GONE_ELSEWHERE =
  "The money of this payment has gone back another way: by a refund in the payment provider's dashboard or by a lost dispute.";
