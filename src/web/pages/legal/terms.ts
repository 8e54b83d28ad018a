import { PROVIDER_LABEL } from "../../../contracts/payments/payment-rules.ts";
import type { Settings } from "../../../contracts/settings/settings.ts";
import { deliveryPriceText, sessionPolicyTexts } from "../../lib/policy-texts.ts";
import { type LegalDocument, linkedContact, section } from "./legal-document.ts";

type TermsOf = Pick<Settings, "business" | "delivery" | "appointments">;

/** What depends on the settings says what they do. */
export function standardTerms({ business: shop, delivery, appointments }: TermsOf): LegalDocument {
  const { grievance, damageNote } = shop;
  const { email, phone } = linkedContact(shop);
  return {
    path: "/terms_and_conditions",
    title: "Terms and Conditions",
    description: `The terms for buying products, enrolling in courses and booking consultations at ${shop.brand}.`,
    lead: `What you can expect from ${shop.brand} when you buy, enrol or book, and what we expect from you.`,
    updatedOn: "2026-11-18",
    sections: [
      section("who-we-are", "Who we are", [
        `${shop.brand} (“we”, “us”) runs this shop. Our address is ${shop.address.join(", ")}. You reach us at ${email} and ${phone}.`,
        "These terms apply to every order you place here and to your use of this webshop. By placing an order you accept them as they stand on that day. If a sentence of these terms turns out to be invalid, the rest stays in force.",
        "You need to be at least 18 years old to place an order. If you are younger, a parent or guardian may order for you.",
      ]),
      section("prices-and-payment", "Prices and payment", [
        `All prices are in Indian rupees (₹) and include the taxes that apply. ${deliveryPriceText(delivery.charge)} The total you see at checkout is the total you pay.`,
        "Full payment is due at the time of booking or ordering. We do not offer payment in parts or payment on delivery.",
        `Payments are handled by ${PROVIDER_LABEL}. You enter your card, UPI or bank details with ${PROVIDER_LABEL} and not with us; we never see or keep them. ${PROVIDER_LABEL}’s own terms apply to that step.`,
        "An order is accepted when the payment is confirmed to us. If a payment is taken but no order is confirmed, write to us with the payment reference and we will look into it and settle it.",
        "Now and then a price or description may be wrong in spite of our care. If we notice this before we have fulfilled your order, we will tell you, and you may keep the order at the right price or have the payment for it returned.",
      ]),
      section("products", "Products", [
        "Crystals and stones are natural. Colour, veins, weight and small marks differ from piece to piece and from the picture on your screen; that is not a defect.",
        "Products carry these notices, and they are part of the agreement:",
        [
          "No cancellation once an order has been placed.",
          "No refund because of a change of mind.",
          "No return or exchange because of a change of mind.",
        ],
        `These notices do not take away rights the law gives you. If a piece arrives defective, damaged, incomplete, or is not what you ordered, you keep your rights under the Consumer Protection Act, 2019. ${
          damageNote ||
          "Please write to us soon after it arrives, so that we can put it right by repair, replacement or refund as the case requires."
        } Please send your order number and pictures of the piece and its packing.`,
      ]),
      section("delivery", "Delivery", [
        "We deliver within India, to the address you give at checkout. Please check it: a parcel sent to a wrong address you gave us may have to be paid for a second time.",
        "Any delivery time we name is our honest estimate. Weather, holidays and couriers can delay a parcel; if yours is long overdue, tell us and we will trace it.",
        "The piece is our responsibility until it is handed over at your address.",
      ]),
      section("courses", "Courses", [
        "A course is a paid service for the person who enrols. After payment you contact us on WhatsApp, and we add you to the course’s WhatsApp group, where sessions, notes and recordings are shared. The page after payment shows how.",
        "Courses carry these notices:",
        ["No cancellation.", "No refund.", "No transfer of service: a place cannot be given or sold to somebody else."],
        "If we cancel a course or cannot give you access to it, we will offer another date or return what you paid.",
        "Recordings and notes are for your own study. Please do not copy, publish, share or sell them, and keep what others say in the group to yourself. We may remove a person who disturbs the group; in that case no refund is due.",
      ]),
      section("consultations", "Consultations", [
        "Consultations take place by phone or video, for the time and in the way you chose when booking. You choose the day and hour when you book or after the payment. With an expert who shows no free times, we agree on them with you.",
        "A consultation by video has a link. You get it by mail before the hour, and it is on the page of your order.",
        sessionPolicyTexts(appointments).join(" "),
        "If you do not come to an agreed appointment, it counts as used. If we cannot keep an appointment, we will offer another one or return what you paid.",
        "Astrology, numerology, vastu, crystals and spiritual practice are matters of tradition and belief. We work with care, but we promise no result, and what you decide remains your own decision.",
        "A consultation is not medical, psychological, legal, tax or financial advice and does not replace it. Please do not stop or delay a treatment because of anything said here. In an emergency, call 112.",
      ]),
      section("refunds", "Refunds", [
        "Because of the notices above, refunds are not guaranteed. Where the law gives you a refund, or where we have promised one in these terms, we return the money by the way you paid; how soon it shows in your account depends on your bank.",
      ]),
      section("your-account", "Your account and fair use", [
        "Give true details when you register or order, keep your password to yourself, and tell us if you think somebody else uses your account.",
        "While using this website, please do not:",
        [
          "break the law or harm, threaten or impersonate others;",
          "try to enter parts of the website or data that are not meant for you;",
          "overload the website, or copy its content by automatic means on a large scale;",
          "use our texts, pictures or name for a business of your own without asking us.",
        ],
        "We may refuse an order or close an account that is used in such a way. Money for an order that we refuse is returned.",
      ]),
      section("liability", "Liability", [
        "We answer for what we sell and do as the law requires. As far as the law allows, our liability for an order is limited to the amount paid for it, and we do not answer for indirect loss, or for what is beyond our control, such as failures of networks, payment services or couriers.",
        "Nothing in these terms limits liability that cannot be limited by law, or your rights as a consumer.",
      ]),
      section("governing-law", "Governing law and courts", [
        `These terms are governed by the laws of India. The courts at ${shop.courts}, have jurisdiction over disputes. Where consumer law lets you go to a commission or court nearer to you, that remains open to you.`,
      ]),
      section("grievances", "Grievances", [
        "If something is not right, please write or call. The person responsible under the Consumer Protection (E-Commerce) Rules, 2020 is:",
        [
          `Name: ${grievance.name}`,
          `Role: ${grievance.role}, ${shop.brand}`,
          `E-mail: [${grievance.email}](mailto:${grievance.email})`,
          `Phone: ${grievance.phone}, ${grievance.hours}`,
          `Address: ${shop.address.join(", ")}`,
        ],
        "We acknowledge a complaint within 48 hours and resolve it within one month of receiving it. You may also call the National Consumer Helpline at 1915.",
      ]),
      section("changes", "Changes to these terms", [
        "We may change these terms. The date at the top shows the last change. An order is governed by the terms that stood here when it was placed.",
        "How we treat your personal data is described in our [Privacy Policy](/privacy_policy).",
      ]),
    ],
  };
}
