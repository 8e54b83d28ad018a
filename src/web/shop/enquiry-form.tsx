import { useEnquiry } from "../lib/use-enquiry.ts";
import { Button } from "../ui/button.tsx";
import { Field, TextField } from "../ui/field.tsx";

/** A question about one thing of the shop; `page` tells the shop which. */
export function EnquiryForm({ page, title, labelledBy }: { page: string; title: string; labelledBy: string }) {
  const { isSending, errors, onSubmit } = useEnquiry(page, {
    success: "Your enquiry has been sent successfully!",
    refused: "Something went wrong. Please try again.",
    failed: "Failed to send message. Try again later.",
  });
  return (
    <>
      {/* Sent by a script only: `dialog` makes a press that comes too early do nothing, instead of leaving the page. */}
      <form
        method="dialog"
        aria-labelledby={labelledBy}
        onSubmit={onSubmit}
        className="needs-script grid gap-5 sm:grid-cols-2"
      >
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
        <TextField
          label="Message"
          name="message"
          rows={4}
          required
          placeholder={`I would like to know more about “${title}”.`}
          error={errors.message}
          className="sm:col-span-2"
        />
        {/* A trap for bots: nobody sees it, so nobody fills it in. */}
        <div aria-hidden className="sr-only">
          <label>
            Website
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <Button type="submit" disabled={isSending} className="sm:col-span-2 sm:min-w-48 sm:justify-self-start">
          {isSending ? "Sending…" : "Send Enquiry"}
        </Button>
      </form>
      <noscript>
        <p>The form needs JavaScript. Without it, please write or call.</p>
      </noscript>
    </>
  );
}
