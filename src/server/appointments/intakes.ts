import { and, eq, inArray, isNotNull, isNull, lte, not, or, sql } from "drizzle-orm";
import type { z } from "zod";
import type { ExportedIntake, Intake, IntakeDetails, intakeForm } from "../../contracts/appointments/intake.ts";
import { BIRTH_DATE_RULE, isUnderAge } from "../../contracts/appointments/intake-rules.ts";
import { DAY_MS } from "../platform/clock.ts";
import type { Transaction } from "../platform/database/database.ts";
import { badInput } from "../platform/http/errors.ts";
import { indianDay } from "../platform/indian-time.ts";
import { type AppointmentRow, appointments } from "./appointment-table.ts";
import type { AppointmentDeps } from "./deps.ts";
import { appointmentError } from "./errors.ts";
import { findFor, type Person } from "./find-for.ts";
import { appointmentIntakes } from "./intake-table.ts";
import { intakeChangesByAccount } from "./limits.ts";

/** Retention of the intake of an appointment that never gets a time. */
const UNSCHEDULED_DAYS = 365;
const WAITING_STATES = ["to_schedule", "held"] as const;

type Form = z.output<typeof intakeForm>;
type IntakeRow = typeof appointmentIntakes.$inferSelect;

/** Whether the intake can be changed: until the appointment ends, or while it has no time. */
const isOpen = ({ state, endsAt }: AppointmentRow, now: Date) =>
  state === "to_schedule" || (state === "confirmed" && endsAt! >= now);

/** Checks that need the current date, which the contract's schema does not have. */
function checkDetails({ consent, guardianConsent, ...form }: Form, now: Date): IntakeDetails {
  const today = indianDay(now);
  if (form.birthDate > today) throw badInput({ birthDate: BIRTH_DATE_RULE });
  const isChild = form.isChild || (form.birthDate !== "" && isUnderAge(form.birthDate, today));
  if (isChild && !guardianConsent)
    throw badInput({ guardianConsent: "For somebody under 18 we need the consent of a parent or guardian." });
  return { ...form, isChild };
}

/** Encrypted before they reach a query: neither the database nor the log of a failed statement has plain text. */
export function createIntakes(deps: AppointmentDeps) {
  const { db, clock, settings, catalogue, limiter, intakeBox } = deps;
  const now = () => clock.now();

  /** Locks the appointment for its buyer. The expert and the owner have read access only. */
  async function lockOwn(tx: Transaction, { id }: AppointmentRow, person: Person) {
    const [row] = await tx.select().from(appointments).where(eq(appointments.id, id)).for("update");
    if (row?.userId !== person.id) throw appointmentError("intake_read_only");
    return row;
  }

  function open({ appointmentId, sealed }: IntakeRow) {
    const plain = intakeBox.open(sealed, appointmentId);
    return plain ? (JSON.parse(plain.toString("utf8")) as IntakeDetails) : null;
  }

  function toContent(stored: IntakeRow | undefined) {
    const details = stored ? open(stored) : null;
    return {
      details,
      isUnreadable: stored !== undefined && details === null,
      givenAt: stored?.consentedAt.toISOString() ?? null,
      updatedAt: stored?.updatedAt.toISOString() ?? null,
      guardianConsentedAt: stored?.guardianConsentedAt?.toISOString() ?? null,
    };
  }

  async function findExpertName(expertId: string | null) {
    const experts = expertId ? await catalogue.experts.findMany([expertId], "owner") : undefined;
    return (expertId && experts?.get(expertId)?.name) || "";
  }

  async function find(id: string, person: Person): Promise<Intake> {
    const { row } = await findFor(db, deps, person, id);
    // Hide the intake of a cancelled appointment until the periodic job erases it.
    const [stored] =
      row.state === "cancelled"
        ? []
        : await db.select().from(appointmentIntakes).where(eq(appointmentIntakes.appointmentId, row.id));
    return {
      ...toContent(stored),
      canChange: row.userId === person.id && isOpen(row, now()),
      keptDays: (await settings.read()).appointments.intakeDays,
      expertName: await findExpertName(row.expertId),
    };
  }

  return {
    find,

    /** Creates or changes the intake. The consent times stay those of the first consent. */
    async give(id: string, form: Form, person: Person) {
      await limiter.take(intakeChangesByAccount, person.id);
      const at = now();
      const details = checkDetails(form, at);
      const { row: found } = await findFor(db, deps, person, id);
      await db.transaction(async (tx) => {
        const row = await lockOwn(tx, found, person);
        if (!isOpen(row, at)) throw appointmentError("intake_closed");
        const change = {
          sealed: intakeBox.seal(Buffer.from(JSON.stringify(details)), row.id),
          guardianConsentedAt: details.isChild ? at : null,
          updatedAt: at,
        };
        const { guardianConsentedAt } = appointmentIntakes;
        await tx
          .insert(appointmentIntakes)
          .values({ ...change, appointmentId: row.id, consentedAt: at })
          .onConflictDoUpdate({
            target: appointmentIntakes.appointmentId,
            set: {
              ...change,
              guardianConsentedAt: details.isChild
                ? sql`coalesce(${guardianConsentedAt}, excluded.guardian_consented_at)`
                : null,
            },
          });
      });
      return find(id, person);
    },

    /** Withdraws the consent, which is possible at any time. Deletes the intake immediately. */
    async withdraw(id: string, person: Person) {
      const { row } = await findFor(db, deps, person, id);
      await db.transaction(async (tx) => {
        await lockOwn(tx, row, person);
        await tx.delete(appointmentIntakes).where(eq(appointmentIntakes.appointmentId, row.id));
      });
    },

    /** For the personal data export: in plain text. */
    async exportFor(userId: string): Promise<ExportedIntake[]> {
      const rows = await db
        .select({ stored: appointmentIntakes, session: appointments.title, startsAt: appointments.startsAt })
        .from(appointmentIntakes)
        .innerJoin(appointments, eq(appointments.id, appointmentIntakes.appointmentId))
        .where(eq(appointments.userId, userId))
        .orderBy(appointments.id);
      return rows.map(({ stored, session, startsAt }) => ({
        session,
        startsAt: startsAt?.toISOString() ?? null,
        ...toContent(stored),
      }));
    },

    /** Erases the intakes of a deleted account. The account is removed first, so that no new intake can be written. */
    async eraseOf(tx: Transaction, userId: string) {
      const own = await tx
        .update(appointments)
        .set({ userId: null })
        .where(eq(appointments.userId, userId))
        .returning({ id: appointments.id });
      const ids = own.map(({ id }) => id);
      await tx.delete(appointmentIntakes).where(inArray(appointmentIntakes.appointmentId, ids));
    },

    /** Erases intakes and phone buyers' contact data some days after the appointment. Cancelled: intakes at once. */
    async eraseExpired() {
      const { intakeDays } = (await settings.read()).appointments;
      const daysAgo = (days: number) => new Date(now().getTime() - days * DAY_MS);
      const isOver = and(
        not(inArray(appointments.state, WAITING_STATES)),
        lte(appointments.endsAt, daysAgo(intakeDays)),
      );
      const isForgotten = and(
        inArray(appointments.state, WAITING_STATES),
        lte(appointmentIntakes.updatedAt, daysAgo(UNSCHEDULED_DAYS)),
      );
      const expired = db
        .select({ id: appointmentIntakes.appointmentId })
        .from(appointmentIntakes)
        .innerJoin(appointments, eq(appointments.id, appointmentIntakes.appointmentId))
        .where(or(eq(appointments.state, "cancelled"), isOver, isForgotten));
      await db.delete(appointmentIntakes).where(inArray(appointmentIntakes.appointmentId, expired));
      await db
        .update(appointments)
        .set({ callerName: null, callerPhone: null, callerEmail: null })
        .where(and(isNull(appointments.orderId), isNotNull(appointments.callerName), isOver));
    },
  };
}
