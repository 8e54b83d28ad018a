import { EnquiryForm } from "../enquiry/enquiry-form.tsx";

const messages = {
  success: "Message sent successfully!",
  refused: "Failed to send message. Try again.",
  failed: "Something went wrong. Please try again.",
};

/** The form of the home page and the contact page. */
export const ContactForm = ({ page }: { page: string }) => (
  <EnquiryForm name="Contact" page={page} messages={messages} action="Send Message" look="accent" />
);
