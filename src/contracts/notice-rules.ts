/** Mails that are not about an order: each can be unsubscribed by its kind. What the page calls them. */
export const notices = {
  reviews: "mails about reviews",
  backInStock: "mails about pieces that are back",
} as const;
export type Notice = keyof typeof notices;

export const isNotice = (name: string): name is Notice => Object.hasOwn(notices, name);
