import { useEffect, useState } from "react";
import type { Appointment } from "../../contracts/appointments/appointment.ts";
import { joinOpensAt } from "../../contracts/appointments/appointment-rules.ts";
import { LinkButton } from "../ui/button.tsx";

const LOOK_MS = 15_000;

/** The browser's time, updated by a timer. Only for components that the server does not render. */
export function useNow() {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

type Times = Pick<Appointment, "startsAt" | "endsAt">;

export const isJoinable = ({ startsAt, endsAt }: Times, now: number) =>
  now >= joinOpensAt(new Date(startsAt!)).getTime() && now < Date.parse(endsAt!);

const link = "inline-flex min-h-11 items-center font-semibold underline underline-offset-4";

/** The join link from 10 minutes before the start; until then the calendar links. */
export function AppointmentLinks({ appointment }: { appointment: Appointment }) {
  const now = useNow();
  const { links } = appointment;
  if (!links) return null;
  if (isJoinable(appointment, now))
    return (
      <LinkButton to={new URL(links.joinUrl).pathname} look="accent" className="mt-4 mb-2">
        Join
      </LinkButton>
    );
  return (
    <p className="mt-1 flex flex-wrap gap-x-5">
      <a href={links.googleUrl} target="_blank" rel="noreferrer" className={link}>
        Add to Google Calendar
      </a>
      <a href={links.fileUrl} download className={link}>
        Calendar file
      </a>
    </p>
  );
}
