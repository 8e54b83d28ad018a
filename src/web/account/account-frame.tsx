import type { ReactNode } from "react";
import { useShop } from "../lib/site.ts";
import type { useForm } from "../lib/use-form.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import { NeedsScript } from "../ui/needs-script.tsx";

interface AccountFrameProps {
  title: string;
  lead: string;
  children: ReactNode;
}

export function AccountFrame({ title, lead, children }: AccountFrameProps) {
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
  /** The accessible name. */
  name: string;
  form: Pick<ReturnType<typeof useForm>, "isSending" | "error" | "attributes">;
  /** The button's text when idle and while sending. */
  action: readonly [idle: string, busy: string];
  children: ReactNode;
}

export function AccountForm({ name, form, action: [idle, busy], children }: AccountFormProps) {
  return (
    // Sent by script only: with `dialog`, a submit before hydration does not put the password into the URL.
    <form method="dialog" aria-label={name} {...form.attributes} className="needs-script grid gap-5">
      {children}
      <div>
        <p role="alert" className="font-medium text-rose empty:hidden not-empty:mb-3">
          {form.error}
        </p>
        <Button type="submit" look="accent" disabled={form.isSending} className="w-full">
          {form.isSending ? busy : idle}
        </Button>
      </div>
    </form>
  );
}

export function AccountLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center font-semibold text-saffron-deep underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  );
}
