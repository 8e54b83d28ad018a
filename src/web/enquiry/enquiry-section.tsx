import { useLocation } from "react-router";
import { site } from "../../../site.config.ts";
import { contactLinks, questionAbout } from "../lib/contact-links.ts";
import { Icon } from "../ui/icon.tsx";
import { EnquiryForm } from "./enquiry-form.tsx";

const way =
  "flex min-h-16 items-center gap-4 rounded-card border border-edge bg-paper px-5 py-3 transition-colors hover:border-ink";
const icon = { size: 24, className: "shrink-0 text-saffron-deep" } as const;

const messages = {
  success: "Your enquiry has been sent successfully!",
  refused: "Something went wrong. Please try again.",
  failed: "Failed to send message. Try again later.",
};

interface EnquirySectionProps {
  /** The product or course in question. */
  title: string;
  heading?: string;
  lead?: string;
  /** What the message field holds at first. */
  message?: string | undefined;
}

export function EnquirySection({
  title,
  heading = "Enquire about this product",
  lead = "Ask about size, origin or which piece suits you. A person answers.",
  message,
}: EnquirySectionProps) {
  const { pathname } = useLocation();
  return (
    <section aria-labelledby="enquire" className="border-t border-line bg-sand">
      <div className="shell py-12 md:py-16">
        <h2 id="enquire" className="text-heading">
          {heading}
        </h2>
        <p className="mt-2 max-w-[56ch] text-ink-soft">{lead}</p>
        <div className="mt-6 grid items-start gap-x-16 gap-y-10 lg:grid-cols-[1.7fr_1fr]">
          <EnquiryForm
            key={pathname}
            name={heading}
            page={pathname}
            messages={messages}
            action="Send Enquiry"
            message={message}
            placeholder={`I would like to know more about “${title}”.`}
          />
          <div>
            <h3 className="text-title">Or reach us directly</h3>
            <ul className="mt-4 grid gap-3 md:max-lg:grid-cols-3">
              <li>
                <a href={contactLinks.whatsapp(questionAbout(title))} target="_blank" rel="noopener" className={way}>
                  <Icon name="message-circle" {...icon} />
                  <Way name="WhatsApp" value="Send a message" />
                </a>
              </li>
              <li>
                <a href={contactLinks.phone} className={way}>
                  <Icon name="phone" {...icon} />
                  <Way name="Phone" value={site.phone} />
                </a>
              </li>
              <li>
                <a href={`${contactLinks.email}?subject=${encodeURIComponent(title)}`} className={way}>
                  <Icon name="mail" {...icon} />
                  <Way name="E-mail" value={site.email} />
                </a>
              </li>
            </ul>
          </div>
        </div>
      </div>
    </section>
  );
}

function Way({ name, value }: { name: string; value: string }) {
  return (
    <span className="flex min-w-0 flex-col leading-snug">
      <span className="text-small text-ink-soft">{name}</span>
      <span className="font-semibold wrap-anywhere">{value}</span>
    </span>
  );
}
