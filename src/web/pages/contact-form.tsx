import { site } from "../../../site.config.ts";
import { useEnquiry } from "../lib/use-enquiry.ts";
import { Button } from "../ui/button.tsx";
import { Field, TextField } from "../ui/field.tsx";

/** The form of the home and the contact page; `page` tells the shop where an enquiry came from. */
export function ContactForm({ page }: { page: string }) {
  const { isSending, errors, reason, onSubmit } = useEnquiry(page, {
    success: "Message sent successfully!",
    refused: "Failed to send message. Try again.",
    failed: "Something went wrong. Please try again.",
  });
  return (
    <>
      {/* Sent by a script only: `dialog` makes a press that comes too early do nothing, instead of leaving the page. */}
      <form method="dialog" aria-label="Contact" onSubmit={onSubmit} className="needs-script grid gap-5 sm:grid-cols-2">
        <Field label="Name" name="name" autoComplete="name" required error={errors.name} className="sm:col-span-2" />
        <Field
          label="Email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          error={errors.email}
        />
        <Field label="Phone" name="phone" type="tel" inputMode="tel" autoComplete="tel" error={errors.phone} />
        <TextField label="Message" name="message" required error={errors.message} className="sm:col-span-2" />
        {/* A trap for bots: nobody sees it, so nobody fills it in. */}
        <div aria-hidden className="sr-only">
          <label>
            Website
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <div className="sm:col-span-2">
          <p role="alert" className="font-medium text-rose empty:hidden not-empty:mb-3">
            {reason}
          </p>
          <Button type="submit" look="accent" disabled={isSending} className="max-sm:w-full sm:min-w-48">
            {isSending ? "Sending…" : "Send Message"}
          </Button>
        </div>
      </form>
      <noscript>
        <p className="text-lead">
          The form needs JavaScript. Without it, write to <strong>{site.email}</strong> or call{" "}
          <strong>{site.phone}</strong>.
        </p>
      </noscript>
    </>
  );
}
