import type { ReactNode } from "react";
import type { useForm } from "../lib/use-form.ts";
import { Button } from "../ui/button.tsx";

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
