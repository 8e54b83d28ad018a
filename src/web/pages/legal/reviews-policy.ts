import { MAX_REVIEW_PHOTOS } from "../../../contracts/reviews/review-rules.ts";
import type { Business } from "../../../contracts/settings/settings.ts";
import { type LegalDocument, linkedContact, section } from "./legal-document.ts";

/** How the shop collects, moderates and publishes reviews: the principles of IS 19000:2022. */
export function reviewsPolicy(shop: Business): LegalDocument {
  const { email, phone } = linkedContact(shop);
  return {
    path: "/reviews-policy",
    title: "How reviews are checked",
    description: `Who may write a review at ${shop.brand}, how we ask, what we publish and what we do not.`,
    lead: "Every review here is by somebody who bought the piece, took the course or spoke to the expert.",
    updatedOn: "2026-11-18",
    sections: [
      section("who-writes", "Who may write", [
        "Only buyers, with the account of their order, once for each item of an order: a piece that was delivered, a course that has begun, a session that took place. Items that were refunded cannot be reviewed. If you bought an item more than once, your newest review of it counts: it replaces the earlier one.",
        "A review shows the first name and the first letter of the last name. We know the order behind it; other visitors do not.",
      ]),
      section("how-we-ask", "How we ask", [
        "We send one e-mail after the delivery, the start of the course or the session. We ask every buyer in the same words, whatever we expect to hear, and you can unsubscribe from these e-mails.",
        "We pay for no review: no money, no discount, no gift, neither for writing one nor for its stars.",
      ]),
      section("how-we-look", "How we look at them", [
        `Stars alone are published at once. A text and up to ${MAX_REVIEW_PHOTOS} photos are looked at by a person of the shop first. We do not publish a review that insults or threatens somebody, names private people, addresses or phone numbers, advertises, claims that an item heals or prevents an illness, uses the words or photos of somebody else, or is about something else than the item, its delivery or our service.`,
        "Few stars are never a reason. The writer of a review that is not published is told why.",
        "We change neither texts nor stars. A published review is removed only if it breaks these rules or its writer withdraws it. The newest come first. The average is that of all published reviews, and the number of each star stands beside it. We may answer a review; the answer is marked as ours.",
      ]),
      section("your-rights", "Change your mind, or tell us", [
        "You can withdraw your review at any time on the page of your order. It then disappears from the shop, with its photos.",
        `If you think that a review is not genuine or harms somebody, tell us at ${email} or ${phone}. We look at it again. The [Terms and Conditions](/terms_and_conditions) name the person for grievances.`,
      ]),
    ],
  };
}
