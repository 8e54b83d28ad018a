import { retention } from "../../../../site.config.ts";
import type { SiteSettings } from "../../../contracts/pages/site.ts";
import { PROVIDER_LABEL } from "../../../contracts/payments/payment-rules.ts";
import type { Business } from "../../../contracts/settings/settings.ts";
import { type LegalDocument, linkedContact, section } from "./legal-document.ts";

/** The standard text. Names the form service only where the shop uses it. */
export function standardPrivacyPolicy(shop: Business, { web3forms }: Pick<SiteSettings, "web3forms">): LegalDocument {
  const { grievance } = shop;
  const { email, phone } = linkedContact(shop);
  return {
    path: "/privacy_policy",
    title: "Privacy Policy",
    description: `What personal data is kept, why and for how long, and your rights at ${shop.brand}.`,
    lead: "What we keep about you, why, for how long, and what you can ask of us. We keep as little as a shop can.",
    updatedOn: "2026-11-16",
    sections: [
      section("who-is-responsible", "Who is responsible", [
        `${shop.brand}, ${shop.address.join(", ")}, decides how and why personal data is used in this shop (the “data fiduciary” under the Digital Personal Data Protection Act, 2023). You reach us at ${email} and ${phone}.`,
      ]),
      section("what-we-keep", "What we keep and why", [
        "You can look around the whole shop without telling us who you are. We keep personal data only when you give it to us:",
        [
          "Account: your name, e-mail address, phone number and the addresses you save, to log you in and to reach you about your orders, and notes of what you told us or asked for, to serve you well. Your password is kept only as a hash from which it cannot be read.",
          "Logins: the kind of browser, a part of the network address and the times, for seven days, so that you can see where you are logged in and end it.",
          "Orders: what you bought, what it cost, how the payment ended, and the name, e-mail address, phone number, delivery address, PIN code and note you gave, to fulfil the order and keep our books.",
          "Enquiries: your name, e-mail address, phone number if you gave it, your message and the page you wrote from, to answer you.",
          "Consultations: what you tell us in a session stays with the person you spoke to. This website does not record sessions.",
          "Before a session: if you choose to, your question and the date, time and place of birth, so that the expert can prepare. It is kept encrypted, and only the expert of your session and the owner of the shop can read it. We ask for your consent, and for a parent’s or guardian’s when it is about somebody under 18. You can change it until the session and withdraw it at any time on the page of your order; then it is erased at once.",
        ],
        "Please do not write health details or other very private matters into the forms unless your question needs them.",
      ]),
      section("what-we-do-not-keep", "What we do not do", [
        [
          "We set no cookies and use no advertising, analytics or tracking services.",
          "We do not sell, rent or trade personal data, and we do not build profiles of visitors.",
          "We never see or keep card, UPI or bank details; you give them to the payment provider only.",
          "The log of our server records which part of the website was asked for and whether it worked. It holds no names, e-mail addresses, messages or tokens.",
          "To stop abuse we count attempts, such as failed logins or many enquiries in a row. The count is kept under a hash of the network address or e-mail address.",
          "So that strangers cannot lock you out, we remember for 90 days which networks you logged in from, as a hash from which they cannot be read.",
        ],
      ]),
      section("browser-storage", "What is stored in your browser", [
        "Your own browser keeps two entries for this shop:",
        [
          "“token”: shows that you are logged in. It is valid for seven days and removed when you log out.",
          "“cart”: what you have put in your cart. It stays on your device until you order, empty it, or clear your browser’s data.",
        ],
        "While a tab is open it also keeps a code that you applied and a PIN code that you typed in the cart, so that the total is right. Closing the tab removes them.",
        "All of it is needed for what you asked for, so there is no banner to click away.",
      ]),
      section("legal-basis", "On what basis", [
        "We use your data on the basis of the consent you give by filling in a form, for the purpose named beside it, and for legitimate uses the Act allows, such as data you provide of your own accord for a stated purpose. Where a law, for example tax law, tells us to keep something, we keep it for that reason.",
        "You may withdraw your consent at any time, as easily as you gave it: a message to us is enough. What was done before stays lawful, and what the law makes us keep stays until that time has passed.",
      ]),
      section("who-else", "Who else handles it", [
        "We share personal data only with those who help us run the shop, and only what they need:",
        [
          `Payment: ${PROVIDER_LABEL} receives the order’s amount and the name, e-mail address and phone number you entered at checkout.`,
          "Delivery: the courier receives your name, address and phone number.",
          "E-mail: the provider that carries our mail to you and to us.",
          ...(web3forms
            ? ["Forms: your browser sends an enquiry to the form service Web3Forms as well as to us."]
            : []),
          "Hosting: the company on whose computers this website and its database run.",
        ],
        "Two more only come into play when you choose them: the map on the contact page is loaded from OpenStreetMap when you press “Show map”, and WhatsApp receives what you send us there. Their own policies apply.",
        "We hand data to authorities only where the law obliges us to.",
      ]),
      section("how-long", "How long we keep it", [
        [
          "Account: until you delete it in your [profile](/profile) or ask us to.",
          "Orders and invoices: your name, e-mail address, phone number, address and note until you delete your account; what was bought and paid, and your name and address on invoices, as long as tax and company law in India ask for, which is up to eight years after the end of the financial year.",
          `Enquiries: until your question is settled and for as long as you may want to come back to it, at most ${retention.enquiryMonths} months.`,
          `Your wish to be told when a piece is back: until you delete your account, at most ${retention.stockWaitMonths} months.`,
          "What you told an expert before a session: until you withdraw it or delete your account, at the latest as many days after the session as the form names.",
          "Backups: what is erased stays in our backups until newer ones have taken their place, which is a matter of weeks.",
          "Counts against abuse: they lapse after an hour at most and never hold the address itself.",
        ],
        "You need not wait for that: ask us to erase something earlier, and we will unless a law makes us keep it.",
      ]),
      section("your-rights", "Your rights", [
        "Under the Digital Personal Data Protection Act, 2023 you may ask us:",
        [
          "for a summary of the personal data we hold about you, what we do with it and with whom we have shared it; what is kept under your account you can download in your [profile](/profile);",
          "to correct, complete or update it; name, phone and password can also be changed in your [profile](/profile);",
          "to erase it, unless a law makes us keep it; your account you can delete yourself in your [profile](/profile);",
          "to stop using it, by withdrawing your consent;",
          "to hear a grievance about how we handled it;",
          "to note a person who may use these rights for you in case of death or incapacity.",
        ],
        `Write to ${email}. We may ask a question or two to be sure that it is you, and we charge nothing.`,
      ]),
      section("grievances", "Grievances", [
        `Please turn first to our ${grievance.name.toLowerCase()} at [${grievance.email}](mailto:${grievance.email}) or ${grievance.phone} (${grievance.hours}). We acknowledge a complaint within 48 hours and resolve it within one month.`,
        "If you are not content with our answer, you may complain to the Data Protection Board of India.",
      ]),
      section("children", "Children", [
        "The shop is meant for people of 18 years and older. We do not knowingly keep data of children, except what a parent or guardian tells an expert for a session and has consented to. If a child has given us data without a parent’s consent, tell us and we will erase it.",
      ]),
      section("security", "Security", [
        "Passwords are hashed with Argon2id. A changed password ends every earlier login. Only the owner of the shop can see orders and enquiries in the admin area, and each customer only their own. Pictures uploaded to the shop lose hidden details such as the place where they were taken.",
        "No system is perfectly safe. If personal data is ever breached, we will inform the people concerned and the Data Protection Board as the Act requires.",
      ]),
      section("changes", "Changes to this policy", [
        "When what we do changes, this page changes; the date at the top shows when it last did. If we ever want to use your data for a new purpose, we will ask you first.",
        "The rules for buying and booking are in our [Terms and Conditions](/terms_and_conditions).",
      ]),
    ],
  };
}
