import type { SiteSettings } from "../../contracts/pages/site.ts";
import { browserApi } from "../lib/browser-api.ts";
import { contactLinks, questionAbout } from "../lib/contact-links.ts";
import { useSettings, useShop } from "../lib/site.ts";
import { toast } from "../lib/toast.ts";
import { hasFields, useForm } from "../lib/use-form.ts";
import { Button, type ButtonLook } from "../ui/button.tsx";
import { EmailField, Field, PhoneField, TextField } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { NeedsScript } from "../ui/needs-script.tsx";

interface Messages {
  success: string;
  /** The server rejected the enquiry. */
  refused: string;
  /** The server could not be reached. */
  failed: string;
}

type Values = Record<"name" | "email" | "message", string> & { phone?: string; website?: string };

/** Forwards the enquiry to the external form service; bots (a filled honeypot) are skipped. */
async function forward({ url, accessKey }: NonNullable<SiteSettings["web3forms"]>, values: Values) {
  const { website, ...enquiry } = values;
  if (website) return true;
  const reply = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ access_key: accessKey, ...enquiry }),
  });
  return ((await reply.json()) as { success?: boolean }).success === true;
}

const showToast = (text: string, tone: "good" | "bad") => toast(text, { tone, lastsMs: 5000 });

/** An enquiry form. An error that belongs to no field is shown beside the button. */
function useEnquiry(page: string, messages: Messages) {
  const { web3forms } = useSettings();
  return useForm<Values>({
    async send(values, form) {
      const { success } = await browserApi.call("POST /api/enquiries", { body: { ...values, page } });
      const isAccepted = success && (!web3forms || (await forward(web3forms, values)));
      if (isAccepted) form.reset();
      showToast(isAccepted ? messages.success : messages.refused, isAccepted ? "good" : "bad");
    },
    fail(refusal) {
      showToast(refusal ? messages.refused : messages.failed, "bad");
      return hasFields(refusal) ? "" : (refusal?.message ?? "");
    },
  });
}

interface EnquiryFormProps {
  /** The accessible name. */
  name: string;
  /** The path that is stored with the enquiry. */
  page: string;
  messages: Messages;
  action: string;
  look?: ButtonLook;
  placeholder?: string;
  /** The initial text of the message field. */
  message?: string | undefined;
}

/** WebMCP, as in `layout/site-search.tsx`. An assistant must not fill in the honeypot. */
const tool = { method: "dialog", toolname: "send_enquiry", tooldescription: "Ask the shop a question" };
const honeypot = { name: "website", toolparamdescription: "Leave empty" };

export function EnquiryForm({ name, page, messages, action, look, placeholder, message }: EnquiryFormProps) {
  const { isSending, errors, error, attributes } = useEnquiry(page, messages);
  return (
    <>
      {/* Sent by script only: with `dialog`, a submit before hydration does nothing. */}
      <form aria-label={name} {...tool} {...attributes} className="needs-script grid gap-5 sm:grid-cols-2">
        <Field label="Name" name="name" autoComplete="name" required error={errors.name} className="sm:col-span-2" />
        <EmailField name="email" error={errors.email} />
        <PhoneField name="phone" error={errors.phone} />
        <TextField
          label="Message"
          name="message"
          required
          placeholder={placeholder}
          defaultValue={message}
          error={errors.message}
          className="sm:col-span-2"
        />
        {/* Honeypot for bots: invisible to people. */}
        <div aria-hidden className="sr-only">
          <label>
            Website
            <input {...honeypot} tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <div className="sm:col-span-2">
          <p role="alert" className="font-medium text-rose empty:hidden not-empty:mb-3">
            {error}
          </p>
          <Button type="submit" look={look} disabled={isSending} className="max-sm:w-full sm:min-w-48">
            {isSending ? "Sending…" : action}
          </Button>
        </div>
      </form>
      <NeedsScript what="The form" className="text-lead" />
    </>
  );
}

/** `about`: the product or course that messages are prefilled with. */
export function ContactWays({ about }: { about?: string }) {
  const shop = useShop();
  const question = about ? questionAbout(about) : "Namaste! I have a question.";
  const subject = about ? `?subject=${encodeURIComponent(about)}` : "";
  const ways = [
    { name: "Phone", value: shop.phone, href: contactLinks(shop).phone, icon: "phone" },
    { name: "WhatsApp", value: "Send a message", href: contactLinks(shop).whatsapp(question), icon: "message-circle" },
    { name: "E-mail", value: shop.email, href: `${contactLinks(shop).email}${subject}`, icon: "mail" },
  ] as const;
  return (
    <ul className="border-b border-line">
      {ways.map(({ name, value, href, icon }) => (
        <li key={name} className="border-t border-line">
          <a
            href={href}
            {...(href.startsWith("https:") && { target: "_blank", rel: "noopener" })}
            className="group flex min-h-14 items-center gap-4 py-2 md:min-h-16 md:py-3"
          >
            <Icon name={icon} className="shrink-0 text-saffron-deep" />
            <span className="flex min-w-0 flex-col leading-snug">
              <span className="text-small text-ink-soft">{name}</span>
              <span className="font-semibold wrap-anywhere underline-offset-4 group-hover:underline">{value}</span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
