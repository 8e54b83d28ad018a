import type { ReactNode } from "react";
import { classes } from "../../ui/classes.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";

interface ContactLinkProps {
  href: string;
  icon: IconName;
  opensNewTab?: boolean;
  children: ReactNode;
}

export function ContactLink({ href, icon, opensNewTab, children }: ContactLinkProps) {
  return (
    <a
      href={href}
      {...(opensNewTab && { target: "_blank", rel: "noreferrer" })}
      className="inline-flex min-h-11 items-center gap-2 rounded-control border border-edge bg-paper px-4 font-semibold hover:border-ink hover:bg-sand"
    >
      <Icon name={icon} size={18} />
      {children}
    </a>
  );
}

/** The number with its country code. Ten digits are an Indian number, with or without the leading 0. */
function toInternationalNumber(phone: string) {
  const digits = phone.replace(/\D/g, "").replace(/^0+/, "");
  return digits.length === 10 && !phone.trim().startsWith("+") ? `91${digits}` : digits;
}

export const contactUrls = {
  phone: (phone: string) => `tel:+${toInternationalNumber(phone)}`,
  whatsapp: (phone: string, text: string) =>
    `https://wa.me/${toInternationalNumber(phone)}?text=${encodeURIComponent(text)}`,
  mail: (email: string, subject: string) =>
    `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}`,
};

interface ContactLinksProps {
  phone: string | undefined;
  email: string | undefined;
  /** The prefilled WhatsApp message; without it, there is no such link. */
  greeting?: string;
  /** Of the e-mail. */
  subject: string;
  className?: string;
  children?: ReactNode;
}

export const ContactLinks = ({ phone, email, greeting, subject, className, children }: ContactLinksProps) => (
  <div className={classes("flex flex-wrap gap-2", className)}>
    {phone && greeting && (
      <ContactLink href={contactUrls.whatsapp(phone, greeting)} icon="message-circle" opensNewTab>
        WhatsApp
      </ContactLink>
    )}
    {phone && (
      <ContactLink href={contactUrls.phone(phone)} icon="phone">
        Call
      </ContactLink>
    )}
    {email && (
      <ContactLink href={contactUrls.mail(email, subject)} icon="mail">
        E-mail
      </ContactLink>
    )}
    {children}
  </div>
);
