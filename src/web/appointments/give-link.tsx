import { useState } from "react";
import { useRevalidator } from "react-router";
import type { AppointmentDetails } from "../../contracts/appointments/appointment.ts";
import { browserApi } from "../lib/browser-api.ts";
import { toast } from "../lib/toast.ts";
import { useForm } from "../lib/use-form.ts";
import { SmallButton } from "../ui/button.tsx";
import { Field, FormError } from "../ui/field.tsx";

interface GiveLinkProps {
  appointment: Pick<AppointmentDetails, "_id" | "version" | "roomUrl" | "caller" | "callWay">;
}

function savedText({ caller }: GiveLinkProps["appointment"], link: string) {
  if (!link) return "The link is taken back";
  return caller?.email
    ? `Link saved: ${caller.name} gets it by mail`
    : "Link saved. The caller has no e-mail address: please tell them.";
}

/** The link of one hour by video, for its expert and the owner. Open at once while there is none. */
export function GiveLink({ appointment }: GiveLinkProps) {
  const { _id: id, version, roomUrl, callWay } = appointment;
  const isMissing = callWay === "link_to_come";
  const [isOpen, setOpen] = useState(isMissing);
  const { revalidate } = useRevalidator();
  const { attributes, errors, error, isSending } = useForm<{ roomUrl: string }>({
    async send({ roomUrl: link }) {
      await browserApi.call("PUT /api/appointments/:id/link", { params: { id }, body: { roomUrl: link, version } });
      await revalidate();
      toast(savedText(appointment, link));
    },
    fail(refusal) {
      if (refusal?.code === "moved_meanwhile") void revalidate();
      return undefined;
    },
    failed: "The link could not be saved. Please check your connection and try again.",
  });
  return (
    <div>
      {!isMissing && (
        <SmallButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Keep this link" : "Change the link"}
        </SmallButton>
      )}
      {isOpen && (
        <form aria-label="Give the link" {...attributes} className={isMissing ? undefined : "mt-3"}>
          <Field
            label="Link of this session"
            name="roomUrl"
            type="url"
            inputMode="url"
            required={isMissing}
            maxLength={500}
            placeholder="https://…"
            pattern="https://.*"
            rule="This must be an address that starts with https://."
            defaultValue={roomUrl}
            error={errors.roomUrl}
            hint={`For this session only. The caller gets it by mail.${isMissing ? "" : " Empty: the room of the expert’s hours."}`}
          />
          <SmallButton type="submit" look={isMissing ? "accent" : "quiet"} disabled={isSending} className="mt-2">
            {isSending ? "Saving…" : "Save the link"}
          </SmallButton>
          <FormError className="mt-1 text-small">{error}</FormError>
        </form>
      )}
    </div>
  );
}

const units = [
  { unit: "day", ms: 24 * 60 * 60_000 },
  { unit: "hour", ms: 60 * 60_000 },
  { unit: "minute", ms: 60_000 },
] as const;
const relative = new Intl.RelativeTimeFormat("en");

/** `in 3 hours`: whole units, never more than are left. `now` from the last minute on. */
export function timeLeft(startsAt: string, now: number) {
  const left = Date.parse(startsAt) - now;
  const found = units.find(({ ms }) => left >= ms);
  return found ? relative.format(Math.floor(left / found.ms), found.unit) : "now";
}
