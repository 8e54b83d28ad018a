import { ContactWays, EnquiryForm } from "../enquiry/enquiry-form.tsx";

const messages = {
  success: "Message sent successfully!",
  refused: "Failed to send message. Try again.",
  failed: "Something went wrong. Please try again.",
};

export function ContactSection({ title, lead, page }: { title: string; lead: string; page: string }) {
  return (
    <section id="contact" aria-labelledby="contact-title">
      <div className="shell grid items-start gap-x-16 gap-y-8 py-12 md:py-24 lg:grid-cols-[1fr_1.4fr]">
        <div>
          <h2 id="contact-title" className="text-display">
            {title}
          </h2>
          <p className="mt-3 mb-6 md:mb-8 max-w-[44ch] text-lead text-ink-soft">{lead}</p>
          <ContactWays />
        </div>
        <div className="rounded-card border border-line bg-paper p-5 shadow-soft sm:p-8">
          <EnquiryForm name="Contact" page={page} messages={messages} action="Send Message" look="accent" />
        </div>
      </div>
    </section>
  );
}
