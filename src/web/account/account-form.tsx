import type { ReactNode } from "react";
import type { useForm } from "../lib/use-form.ts";
import { Button } from "../ui/button.tsx";

interface AccountFormProps {
  /** What the form is called. */
  name: string;
  form: Pick<ReturnType<typeof useForm>, "isSending" | "reason" | "onSubmit">;
  /** What the button says, and what it says while it works. */
  action: readonly [idle: string, busy: string];
  /** The server alone judges what is typed. */
  noValidate?: boolean;
  /** The fields. */
  children: ReactNode;
}

export function AccountForm({ name, form, action: [idle, busy], noValidate, children }: AccountFormProps) {
  return (
    // Sent by a script only: `dialog` makes a press that comes too early do nothing, instead of writing a password into the address.
    <form
      method="dialog"
      aria-label={name}
      noValidate={noValidate}
      onSubmit={form.onSubmit}
      className="needs-script grid gap-5"
    >
      {children}
      <div>
        <p role="alert" className="font-medium text-rose empty:hidden not-empty:mb-3">
          {form.reason}
        </p>
        <Button type="submit" look="accent" disabled={form.isSending} className="w-full">
          {form.isSending ? busy : idle}
        </Button>
      </div>
    </form>
  );
}
