import { useLocation } from "react-router";
import { ContactWays, EnquiryForm } from "./enquiry-form.tsx";

const messages = {
  success: "Your enquiry has been sent successfully!",
  refused: "Something went wrong. Please try again.",
  failed: "Failed to send message. Try again later.",
};

interface EnquirySectionProps {
  /** The product or course in question. */
  title: string;
  heading: string;
  lead: string;
  message?: string | undefined;
}

export function EnquirySection({ title, heading, lead, message }: EnquirySectionProps) {
  const { pathname } = useLocation();
  return (
    <section aria-labelledby="enquire" className="enquiry border-t border-line bg-sand">
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
            <div className="mt-4">
              <ContactWays about={title} />
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}
