import { site } from "../../../site.config.ts";
import { Button, type ButtonLook } from "../ui/button.tsx";
import { Field, TextField } from "../ui/field.tsx";
import { type Messages, useEnquiry } from "./use-enquiry.ts";

interface EnquiryFormProps {
  /** What the form is called. */
  name: string;
  /** Tells the shop where an enquiry came from. */
  page: string;
  messages: Messages;
  /** What the button says. */
  action: string;
  look?: ButtonLook;
  placeholder?: string;
}

export function EnquiryForm({ name, page, messages, action, look, placeholder }: EnquiryFormProps) {
  const { isSending, errors, reason, onSubmit } = useEnquiry(page, messages);
  return (
    <>
      {/* Sent by a script only: `dialog` makes a press that comes too early do nothing, instead of leaving the page. */}
      <form method="dialog" aria-label={name} onSubmit={onSubmit} className="needs-script grid gap-5 sm:grid-cols-2">
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
          required
          placeholder={placeholder}
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
        <div className="sm:col-span-2">
          <p role="alert" className="font-medium text-rose empty:hidden not-empty:mb-3">
            {reason}
          </p>
          <Button type="submit" look={look} disabled={isSending} className="max-sm:w-full sm:min-w-48">
            {isSending ? "Sending…" : action}
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
