import { useState } from "react";
import { useRevalidator } from "react-router";
import type { ExpertHours, PhoneBookingForm } from "../../../contracts/appointments/appointment.ts";
import { consultationModes, modeNames } from "../../../contracts/appointments/consultation-rules.ts";
import type { SlotList } from "../../../contracts/appointments/schedule.ts";
import { MAX_NAME_LENGTH } from "../../../contracts/field-rules.ts";
import { ZoneField } from "../../appointments/hours/hours-fields.tsx";
import { fromField, INDIA, momentInBoth } from "../../appointments/times.tsx";
import { ApiError } from "../../lib/api.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { indianDate } from "../../lib/dates.ts";
import { toast } from "../../lib/toast.ts";
import { useForm } from "../../lib/use-form.ts";
import { SmallButton } from "../../ui/button.tsx";
import { Options, SelectField, WholeNumberField } from "../../ui/choice-fields.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EmailField, Field, FormError, PhoneField } from "../../ui/field.tsx";
import { appointmentsUrl } from "./appointments-view.ts";
import { FreeTimes } from "./free-times.tsx";

const TAKEN = "The expert has another session then, or the time has passed. The free times are up to date.";

/** Books a session for a caller on the phone, without an order or a payment. */
export function BookCaller({ experts }: { experts: ExpertHours[] }) {
  const [isOpen, setOpen] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const close = () => setOpen(false);
  if (experts.length === 0) return null;
  return (
    <>
      <SmallButton look="accent" aria-keyshortcuts="n" onClick={() => setOpen(true)}>
        Book for a caller
      </SmallButton>
      <Dialog open={isOpen} onClose={close} title="Book for a caller" look="choice">
        {/* The key remounts an empty form after each booking. */}
        <CallerFields
          key={attempt}
          experts={experts}
          onBooked={() => {
            setAttempt(attempt + 1);
            close();
          }}
        />
      </Dialog>
    </>
  );
}

type Values = Record<keyof PhoneBookingForm, string>;

function CallerFields({ experts, onBooked }: { experts: ExpertHours[]; onBooked: () => void }) {
  const { revalidate } = useRevalidator();
  const [expertId, setExpertId] = useState((experts.find(({ hasHours }) => hasHours) ?? experts[0]!).expertId);
  const [minutes, setMinutes] = useState(60);
  const [time, setTime] = useState("");
  const [fresh, setFresh] = useState<string[]>();

  const { attributes, errors, error, isSending } = useForm<Values>({
    async send(values) {
      const { startsAt, minutes: length, ...rest } = values;
      const body = { ...rest, minutes: Number(length), startsAt: fromField(startsAt) } as PhoneBookingForm;
      try {
        const booked = await browserApi.call("POST /api/appointments", { body });
        toast(`Booked: ${momentInBoth(booked.zone, booked.startsAt!)}`, {
          action: { label: "Show", to: appointmentsUrl({ look: "day", day: indianDate(booked.startsAt!) }) },
        });
        onBooked();
        await revalidate();
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "slot_taken") throw error;
        setFresh((error.problem as unknown as SlotList).slots.map((slot) => slot.startsAt));
        throw new ApiError(error.status, { ...error.problem, fields: { startsAt: TAKEN } });
      }
    },
    failed: "It could not be booked. Please check your connection and try again.",
  });

  return (
    <form aria-label="Book for a caller" {...attributes} className="grid min-h-0 gap-4 overflow-y-auto px-5 pb-6">
      <SelectField
        label="Expert"
        name="expertId"
        required
        value={expertId}
        error={errors.expertId}
        onChange={({ currentTarget }) => {
          setExpertId(currentTarget.value);
          setFresh(undefined);
        }}
      >
        <Options of={experts.map((expert) => [expert.expertId, expert.name])} />
      </SelectField>
      <div className="grid grid-cols-2 gap-3">
        <SelectField label="Call" name="mode" required error={errors.mode}>
          <Options of={consultationModes.map((mode) => [mode, modeNames[mode]])} />
        </SelectField>
        <WholeNumberField
          label="Minutes"
          name="minutes"
          required
          min={5}
          max={600}
          step={5}
          defaultValue={minutes}
          error={errors.minutes}
          onChange={({ currentTarget: { valueAsNumber, validity } }) => validity.valid && setMinutes(valueAsNumber)}
        />
      </div>
      <FreeTimes
        key={`${expertId} ${minutes}`}
        expertId={expertId}
        minutes={minutes}
        fresh={fresh}
        onChoose={setTime}
      />
      <Field
        label="Date and time (IST)"
        name="startsAt"
        type="datetime-local"
        required
        value={time}
        error={errors.startsAt}
        hint="Also outside the expert's hours, but never over another session."
        onChange={({ currentTarget }) => setTime(currentTarget.value)}
      />
      <Field label="Name" name="name" required maxLength={MAX_NAME_LENGTH} error={errors.name} />
      <PhoneField name="phone" required autoComplete="off" error={errors.phone} />
      <EmailField
        name="email"
        required={false}
        autoComplete="off"
        error={errors.email}
        hint="Without one, the caller gets no mails."
      />
      <ZoneField name="zone" label="Caller's time zone" defaultValue={INDIA} error={errors.zone} />
      <FormError>{error}</FormError>
      <SmallButton type="submit" look="accent" disabled={isSending}>
        {isSending ? "Booking…" : "Book this time"}
      </SmallButton>
    </form>
  );
}
