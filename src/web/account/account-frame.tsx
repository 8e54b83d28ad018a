import type { ReactNode } from "react";
import { useShop } from "../lib/site.ts";
import type { useForm } from "../lib/use-form.ts";
import { Button, type ButtonLook } from "../ui/button.tsx";
import { FormError } from "../ui/field.tsx";
import { Icon } from "../ui/icon.tsx";
import { NeedsScript } from "../ui/needs-script.tsx";

export const UNREACHABLE = "The shop could not be reached. Please check your connection and try again.";

export function AccountFrame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const shop = useShop();
  return (
    <div className="shell">
      <div className="account-frame">
        <div className="account-sky night-sky on-night flex-col justify-between p-10 text-ivory">
          <Icon name="brand" size={56} />
          <p className="max-w-[14ch] font-display text-display">{shop.tagline}</p>
        </div>
        <div className="flex flex-col justify-center px-5 py-8 sm:p-10 lg:px-16">
          <h1 className="text-heading">{title}</h1>
          <p className="mt-2 mb-7 text-ink-soft">{lead}</p>
          {children}
          <NeedsScript />
        </div>
      </div>
    </div>
  );
}

interface AccountFormProps {
  name: string;
  form: Pick<ReturnType<typeof useForm>, "isSending" | "error" | "attributes">;
  /** The button's text when idle and while sending. */
  action: readonly [idle: string, busy: string];
  look?: ButtonLook;
  children?: ReactNode;
}

export function AccountForm({ name, form, action: [idle, busy], look = "accent", children }: AccountFormProps) {
  return (
    // Sent by script only: with `dialog`, a submit before hydration does not put the password into the URL.
    <form method="dialog" aria-label={name} {...form.attributes} className="needs-script grid gap-5">
      {children}
      <div>
        <FormError className="not-empty:mb-3">{form.error}</FormError>
        <Button type="submit" look={look} disabled={form.isSending} className="w-full">
          {form.isSending ? busy : idle}
        </Button>
      </div>
    </form>
  );
}
