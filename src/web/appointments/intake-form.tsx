import { type ComponentProps, type ReactNode, useState } from "react";
import type { Intake } from "../../contracts/appointments/intake.ts";
import {
  BIRTH_DATE_RULE,
  BIRTH_TIME_PATTERN,
  BIRTH_TIME_RULE,
  FIRST_BIRTH_DATE,
  isUnderAge,
  MAX_BIRTH_PLACE_LENGTH,
  MAX_QUESTION_LENGTH,
  UNKNOWN_TIME,
} from "../../contracts/appointments/intake-rules.ts";
import { browserApi } from "../lib/browser-api.ts";
import { indianToday } from "../lib/dates.ts";
import { toast } from "../lib/toast.ts";
import { useForm } from "../lib/use-form.ts";
import { Button } from "../ui/button.tsx";
import { Field, FormError, TextField, useFieldText } from "../ui/field.tsx";

interface IntakeFormProps {
  appointmentId: string;
  intake: Intake;
  onSaved: (saved: Intake) => void;
}

type Values = Partial<
  Record<"question" | "birthDate" | "birthTime" | "birthPlace" | "isChild" | "guardianConsent", string>
>;

/** The buyer's question and birth details, with the consent to store them. */
export function IntakeForm({ appointmentId, intake, onSaved }: IntakeFormProps) {
  const { details, givenAt, guardianConsentedAt } = intake;
  const today = indianToday();
  const [isUnknown, setUnknown] = useState(details?.birthTime === UNKNOWN_TIME);
  const [isChild, setChild] = useState(details?.isChild ?? false);
  const [birthDate, setBirthDate] = useState(details?.birthDate ?? "");
  const asksGuardian = isChild || (birthDate !== "" && birthDate <= today && isUnderAge(birthDate, today));
  const form = useForm<Values>({
    async send({ question = "", birthTime = "", birthPlace = "", guardianConsent }) {
      const saved = await browserApi.call("PUT /api/appointments/:id/intake", {
        params: { id: appointmentId },
        body: {
          question,
          birthDate,
          birthTime: isUnknown ? UNKNOWN_TIME : birthTime,
          birthPlace,
          isChild,
          guardianConsent: guardianConsent !== undefined,
          consent: true,
        },
      });
      toast("Saved. You can change it until the session.");
      onSaved(saved);
    },
    failed: "This could not be saved. What you typed is still here: please try again.",
    fail(refusal) {
      // The device's date may be wrong: the server decides whether a guardian must consent.
      if (refusal?.fields?.guardianConsent) setChild(true);
    },
  });
  const { errors } = form;
  return (
    <form aria-label="About your session" {...form.attributes} className="mt-5 grid max-w-[40rem] gap-5">
      <TextField
        name="question"
        label="Your question"
        hint="What would you like to talk about?"
        defaultValue={details?.question}
        maxLength={MAX_QUESTION_LENGTH}
        required
        error={errors.question}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          name="birthDate"
          label="Birth date"
          type="date"
          min={FIRST_BIRTH_DATE}
          max={today}
          rule={BIRTH_DATE_RULE}
          value={birthDate}
          onChange={({ currentTarget }) => setBirthDate(currentTarget.value)}
          error={errors.birthDate}
        />
        <div>
          <Field
            name="birthTime"
            label="Birth time"
            hint="Such as 4:15 am or 16:15"
            defaultValue={details?.birthTime === UNKNOWN_TIME ? "" : details?.birthTime}
            pattern={BIRTH_TIME_PATTERN}
            rule={BIRTH_TIME_RULE}
            disabled={isUnknown}
            error={errors.birthTime}
          />
          <Check checked={isUnknown} onChange={({ currentTarget }) => setUnknown(currentTarget.checked)}>
            I do not know it
          </Check>
        </div>
      </div>
      <Field
        name="birthPlace"
        label="Birth place"
        hint="Town and country"
        defaultValue={details?.birthPlace}
        maxLength={MAX_BIRTH_PLACE_LENGTH}
        error={errors.birthPlace}
      />
      <div>
        <Check checked={isChild} onChange={({ currentTarget }) => setChild(currentTarget.checked)}>
          This is about somebody under 18
        </Check>
        {asksGuardian && (
          <Check
            name="guardianConsent"
            required
            defaultChecked={guardianConsentedAt !== null}
            rule="For somebody under 18 we need the consent of a parent or guardian."
            error={errors.guardianConsent}
          >
            I am their parent or guardian and agree to this for them
          </Check>
        )}
      </div>
      <div className="rounded-control bg-sand px-4 py-3.5">
        <Notice id={`${appointmentId}-notice`} intake={intake} />
        <Check
          name="consent"
          required
          defaultChecked={givenAt !== null}
          rule="Please agree that we keep this for your session."
          error={errors.consent}
          describedBy={`${appointmentId}-notice`}
        >
          I agree that this is kept for my session
        </Check>
      </div>
      <div>
        <FormError className="not-empty:mb-3">{form.error}</FormError>
        <Button type="submit" disabled={form.isSending}>
          {form.isSending ? "Saving…" : "Save"}
        </Button>
      </div>
    </form>
  );
}

/** The privacy notice: what is stored, who reads it, for how long, and how to withdraw. */
function Notice({ id, intake: { expertName, keptDays } }: { id: string; intake: Intake }) {
  return (
    <ul id={id} className="mb-2 list-disc space-y-1 pl-5 text-small marker:text-saffron-edge">
      <li>We keep what you write here, encrypted.</li>
      <li>{expertName || "Your expert"} and the owner of the shop can read it, nobody else.</li>
      <li>
        We erase it {keptDays} {keptDays === 1 ? "day" : "days"} after the session.
      </li>
      <li>You can withdraw it here at any time. Then it is erased at once.</li>
    </ul>
  );
}

interface CheckProps extends Omit<ComponentProps<"input">, "type"> {
  children: ReactNode;
  error?: string | undefined;
  rule?: string;
  /** The id of the text for `aria-describedby`. */
  describedBy?: string;
}

function Check({ children, error, rule, describedBy, ...input }: CheckProps) {
  const { attributes, note } = useFieldText({ label: "", error, rule });
  const described = [attributes["aria-describedby"], describedBy].filter(Boolean).join(" ");
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3">
        <input
          {...input}
          {...attributes}
          aria-describedby={described || undefined}
          type="checkbox"
          className="size-5 shrink-0 accent-ink"
        />
        <span>{children}</span>
      </label>
      {note}
    </div>
  );
}
