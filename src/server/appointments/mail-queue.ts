import type { Notifications } from "../notifications/service.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import type { AppointmentRow } from "./appointment-table.ts";

export interface ChangePayload {
  appointmentId: string;
  sequence: number;
  change: "confirmed" | "moved" | "cancelled" | "reassigned";
}

export type TimeChange = ChangePayload["change"];

/** What the mail says about the money of a cancelled appointment; undefined for nothing. */
export type MoneyNote = { refundPaise: number } | "to_decide";

type MoneyPayload = ChangePayload & { money?: MoneyNote | undefined };

/** For the former expert of a reassigned appointment: the time before the reassignment. */
interface TakenPayload {
  appointmentId: string;
  expertId: string;
  startsAt: string;
  endsAt: string;
}

interface Reminder {
  id: string;
  sequence: number;
  kind: "day" | "hour";
  expiresAt: Date;
}

interface MailQueueDeps {
  db: Database;
  notifications: Notifications;
}

/** Which mails about the time of an appointment are sent. What they say is in `mails.ts` and `expert-mails.ts`. */
export function createAppointmentMails({ db, notifications }: MailQueueDeps) {
  const changeMail = notifications.mailKind<MoneyPayload>("appointment");
  /** To the owner. */
  const noticeMail = notifications.mailKind<MoneyPayload>("appointment-notice");
  const reminderMail = notifications.mailKind<Omit<ChangePayload, "change">>("appointment-reminder");
  const linkMail = notifications.mailKind<{ appointmentId: string; roomUrl: string }>("appointment-link");
  const assignedMail = notifications.mailKind<{ appointmentId: string; version: number }>("appointment-assigned");
  const expertChangeMail = notifications.mailKind<ChangePayload & { expertId: string }>("appointment-expert");
  const expertTakenMail = notifications.mailKind<TakenPayload>("appointment-taken");

  function expertChangeRows({ id, sequence, expertId }: AppointmentRow, change: TimeChange) {
    if (!expertId) return [];
    const payload = { appointmentId: id, expertId, sequence, change };
    return [expertChangeMail.toRow({ key: `appointment-expert:${id}:${sequence}:${change}:${expertId}`, payload })];
  }

  /** Takes the row before the reassignment, with the former expert. */
  function expertTakenRows({ id, expertId, startsAt, endsAt }: AppointmentRow, sequence: number) {
    const times = { startsAt: startsAt!.toISOString(), endsAt: endsAt!.toISOString() };
    const payload = { appointmentId: id, expertId: expertId!, ...times };
    return [expertTakenMail.toRow({ key: `appointment-taken:${id}:${sequence}`, payload })];
  }

  return {
    changeMail,
    noticeMail,
    reminderMail,
    linkMail,
    assignedMail,
    expertChangeMail,
    expertTakenMail,

    /** One mail to the buyer, one to the owner and one to the expert for each change. */
    async enqueueChange(tx: Transaction, row: AppointmentRow, change: TimeChange, money?: MoneyNote) {
      const { id, sequence } = row;
      const key = `${id}:${sequence}:${change}`;
      const payload = { appointmentId: id, sequence, change, money };
      await notifications.enqueueAll(tx, [
        changeMail.toRow({ key: `appointment:${key}`, payload }),
        noticeMail.toRow({ key: `appointment-notice:${key}`, payload }),
        ...expertChangeRows(row, change),
      ]);
    },

    /** Enqueues the mails about a new expert. The former expert of a confirmed appointment gets a mail too. */
    async enqueueReassigned(tx: Transaction, before: AppointmentRow, after: AppointmentRow) {
      const { id, sequence, version } = after;
      const isAssigned = after.state === "to_schedule";
      const isFirstTime = before.state === "to_schedule" && !isAssigned;
      if (isAssigned)
        await assignedMail.enqueue(tx, {
          key: `appointment-assigned:${id}:${version}`,
          payload: { appointmentId: id, version },
        });
      else await this.enqueueChange(tx, after, isFirstTime ? "confirmed" : "reassigned");
      if (before.state === "confirmed") await notifications.enqueueAll(tx, expertTakenRows(before, sequence));
    },

    /** One mail to each buyer, while the session is not over. `change` tells links apart that were given one after the other. */
    async enqueueLinks(tx: Transaction, rows: AppointmentRow[], roomUrl: string, change: string) {
      if (!roomUrl || rows.length === 0) return;
      const toRow = ({ id, endsAt }: AppointmentRow) =>
        linkMail.toRow({
          key: `appointment-link:${id}:${change}`,
          payload: { appointmentId: id, roomUrl },
          expiresAt: endsAt!,
        });
      await notifications.enqueueAll(tx, rows.map(toRow));
    },

    async enqueueReminders(reminders: Reminder[]) {
      const rows = reminders.map(({ id, sequence, kind, expiresAt }) => {
        const payload = { appointmentId: id, sequence };
        return reminderMail.toRow({ key: `appointment-reminder:${id}:${sequence}:${kind}`, payload, expiresAt });
      });
      if (rows.length > 0) await notifications.enqueueAll(db, rows);
    },
  };
}
export type AppointmentMails = ReturnType<typeof createAppointmentMails>;
