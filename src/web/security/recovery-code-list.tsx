import { useState } from "react";
import type { PasswordConfirmation } from "../../contracts/accounts/second-factor.ts";
import { useConfirmedForm } from "../account/use-confirmed-form.tsx";
import { browserApi } from "../lib/browser-api.ts";
import { DialogForm } from "../ui/ask-dialog.tsx";
import { Button } from "../ui/button.tsx";
import { type FactorDialogProps, SAVE_FAILED } from "./set-up-app.tsx";

export function NewCodes({ onClose, onDone }: FactorDialogProps) {
  const { form, passwordField } = useConfirmedForm<PasswordConfirmation>({
    send: async (body) => onDone(await browserApi.call("POST /api/users/second-factor/recovery-codes", { body })),
    fallback: SAVE_FAILED,
  });
  return (
    <DialogForm name="Make new recovery codes" form={form} action={["Make new codes", "One moment…"]} onClose={onClose}>
      <p>Your older recovery codes end at once.</p>
      {passwordField}
    </DialogForm>
  );
}

/** Shown once: the shop stores only their hashes. */
export function RecoveryCodeList({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const [note, setNote] = useState("");
  const copy = () =>
    navigator.clipboard.writeText(codes.join("\n")).then(
      () => setNote("Copied."),
      () => setNote("Your browser does not allow it. Please write them down."),
    );
  return (
    <div className="grid min-h-0 gap-5 overflow-y-auto overscroll-contain px-5 pt-1 pb-5">
      <p>
        Keep these where you find them without your phone, for example printed in a drawer.{" "}
        <strong className="font-semibold">They are shown only now.</strong> Each logs you in once.
      </p>
      <ol aria-label="Recovery codes" className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-card bg-sand px-5 py-4">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p role="status" className="text-small text-ink-soft empty:hidden">
        {note}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={copy} className="grow sm:grow-0">
          Copy
        </Button>
        <Button look="accent" onClick={onClose} className="grow sm:grow-0">
          I have kept them
        </Button>
      </div>
    </div>
  );
}
