import { useState } from "react";
import { MAX_CODE_LENGTH, MAX_PASSKEY_NAME_LENGTH } from "../../contracts/accounts/account-rules.ts";
import type {
  ChangedSecondFactor,
  IdentityProof,
  SecondFactorProof,
  TotpEnrolment,
} from "../../contracts/accounts/second-factor.ts";
import { createPasskey } from "../account/browser-passkey.ts";
import { type Confirmation, useConfirmedForm } from "../account/confirmed-form.tsx";
import { OwnPasswordField } from "../account/password-field.tsx";
import { browserApi } from "../lib/browser-api.ts";
import { useForm } from "../lib/use-form.ts";
import { DialogForm } from "../ui/ask-dialog.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";

interface FactorDialogProps {
  confirmation: Confirmation;
  onClose: () => void;
  onDone: (changed: ChangedSecondFactor) => Promise<void>;
}

const OTHERS_END = "Your other logins end: log in again there.";

/** Two steps: create the secret; then a first code proves that the app has it. */
export function SetUpApp({ confirmation, onClose, onDone }: FactorDialogProps) {
  const [enrolment, setEnrolment] = useState<TotpEnrolment>();
  const { form, confirmField } = useConfirmedForm<IdentityProof>(
    { send: async (body) => setEnrolment(await browserApi.call("POST /api/users/second-factor/totp", { body })) },
    { confirmation },
  );
  if (enrolment) return <ScanAndConfirm enrolment={enrolment} onClose={onClose} onDone={onDone} />;
  return (
    <DialogForm name="Set up an authenticator app" form={form} action={["Continue", "One moment…"]} onClose={onClose}>
      <p>
        You need an authenticator app on your phone, for example Google Authenticator, Microsoft Authenticator or Aegis.
        Any app for six-digit codes works. {OTHERS_END}
      </p>
      {confirmField}
    </DialogForm>
  );
}

interface ScanProps extends Omit<FactorDialogProps, "confirmation"> {
  enrolment: TotpEnrolment;
}

function ScanAndConfirm({ enrolment, onClose, onDone }: ScanProps) {
  const { secret, url, qr } = enrolment;
  const form = useForm<{ code: string }>({
    async send({ code }) {
      await onDone(await browserApi.call("PUT /api/users/second-factor/totp", { body: { code } }));
    },
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

export function AddPasskey({ confirmation, onClose, onDone }: FactorDialogProps) {
  const { form, confirmField } = useConfirmedForm<IdentityProof & { name: string }>(
    {
      async send({ name, ...body }) {
        const { options } = await browserApi.call("POST /api/users/second-factor/passkeys/options", { body });
        const credential = await createPasskey(options);
        await onDone(await browserApi.call("POST /api/users/second-factor/passkeys", { body: { name, credential } }));
      },
    },
    { confirmation },
  );
  return (
    <DialogForm name="Add a passkey" form={form} action={["Continue", "Waiting for your device…"]} onClose={onClose}>
      <p>
        Your browser asks for your fingerprint, your face or your screen lock. Nothing of it is sent to the shop.{" "}
        {OTHERS_END}
      </p>
      <Field
        label="Name"
        name="name"
        required
        maxLength={MAX_PASSKEY_NAME_LENGTH}
        defaultValue="My passkey"
        hint="To tell your devices apart, for example “Phone”."
        error={form.errors.name}
      />
      {confirmField}
    </DialogForm>
  );
}

interface RemoveFactorProps extends FactorDialogProps {
  /** The passkey to remove. Without one, the authenticator app is removed. */
  passkey?: { id: string; label: string };
}

/** Asks for password and code: the browser may have been left unattended. */
export function RemoveFactor({ passkey, confirmation, onClose, onDone }: RemoveFactorProps) {
  const { form, confirmField } = useConfirmedForm<SecondFactorProof>(
    {
      async send(body) {
        await onDone(
          passkey
            ? await browserApi.call("DELETE /api/users/second-factor/passkeys/:id", {
                params: { id: passkey.id },
                body,
              })
            : await browserApi.call("DELETE /api/users/second-factor/totp", { body }),
        );
      },
    },
    { confirmation },
  );
  const what = passkey ? `the passkey “${passkey.label}”` : "the authenticator app";
  return (
    <DialogForm name={`Remove ${what}`} form={form} action={["Remove", "Removing…"]} onClose={onClose} isDanger>
      <p className="wrap-anywhere">
        To remove {what}, confirm that it is you. If nothing else is set up, your password alone logs you in again.
      </p>
      <OwnPasswordField error={form.errors.password} />
      {confirmField}
    </DialogForm>
  );
}

export function NewCodes({ confirmation, onClose, onDone }: FactorDialogProps) {
  const { form, confirmField } = useConfirmedForm<IdentityProof>(
    { send: async (body) => onDone(await browserApi.call("POST /api/users/second-factor/recovery-codes", { body })) },
    { confirmation },
  );
  return (
    <DialogForm name="Make new recovery codes" form={form} action={["Make new codes", "One moment…"]} onClose={onClose}>
      <p>Your older recovery codes end at once.</p>
      {confirmField}
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
