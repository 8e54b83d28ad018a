import { useState } from "react";
import { MAX_CODE_LENGTH } from "../../contracts/accounts/account-rules.ts";
import type {
  ChangedSecondFactor,
  PasswordConfirmation,
  TotpEnrolment,
} from "../../contracts/accounts/second-factor.ts";
import { useConfirmedForm } from "../account/use-confirmed-form.tsx";
import { browserApi } from "../lib/browser-api.ts";
import { hasFields, useForm } from "../lib/use-form.ts";
import { DialogForm } from "../ui/ask-dialog.tsx";
import { Field } from "../ui/field.tsx";

export interface FactorDialogProps {
  onClose: () => void;
  onDone: (changed: ChangedSecondFactor) => Promise<void>;
}

export const SAVE_FAILED = "It could not be saved. Please check your connection and try again.";

/** Two steps: create the secret, if required with the password; then a first code proves that the app has it. */
export function SetUpApp({ onClose, onDone }: FactorDialogProps) {
  const [enrolment, setEnrolment] = useState<TotpEnrolment>();
  const { form, passwordField } = useConfirmedForm<PasswordConfirmation>({
    send: async (body) => setEnrolment(await browserApi.call("POST /api/users/second-factor/totp", { body })),
    fallback: SAVE_FAILED,
  });
  if (enrolment) return <ScanAndConfirm enrolment={enrolment} onClose={onClose} onDone={onDone} />;
  return (
    <DialogForm name="Set up an authenticator app" form={form} action={["Continue", "One moment…"]} onClose={onClose}>
      <p>
        You need an authenticator app on your phone, for example Google Authenticator, Microsoft Authenticator or Aegis.
        Any app for six-digit codes works.
      </p>
      {passwordField}
    </DialogForm>
  );
}

function ScanAndConfirm({ enrolment, onClose, onDone }: FactorDialogProps & { enrolment: TotpEnrolment }) {
  const { secret, url, qr } = enrolment;
  const form = useForm<{ code: string }>({
    async send({ code }) {
      await onDone(await browserApi.call("PUT /api/users/second-factor/totp", { body: { code } }));
    },
    fail: (refusal) => (hasFields(refusal) ? "" : (refusal?.message ?? SAVE_FAILED)),
  });
  return (
    <DialogForm name="Confirm the app" form={form} action={["Turn on", "Turning on…"]} onClose={onClose}>
      <div className="grid gap-3">
        <p>Scan this with the app, or open it there on this phone.</p>
        {/* Always dark on light: cameras need the contrast. */}
        <svg
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          role="img"
          aria-label="QR code for the authenticator app"
          shapeRendering="crispEdges"
          className="mx-auto size-52 max-w-full rounded-control border border-line bg-paper fill-ink"
        >
          <path d={qr.path} />
        </svg>
        <p className="text-small text-ink-soft">
          <a href={url} className="inline-flex min-h-11 items-center font-semibold text-saffron-deep underline">
            Open in the app
          </a>
          <br />
          Or type this key:{" "}
          <code className="font-semibold wrap-anywhere text-ink">{secret.match(/.{1,4}/g)?.join(" ")}</code>
        </p>
      </div>
      <Field
        label="Code from the app"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={MAX_CODE_LENGTH}
        error={form.errors.code}
      />
    </DialogForm>
  );
}
