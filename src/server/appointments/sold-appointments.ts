import {
  type ConsultationMode,
  consultationModes,
  packageItemId,
  parseExpertItemId,
} from "../../contracts/appointments/consultation-rules.ts";
import type { Settings } from "../../contracts/settings/settings.ts";
import type { ItemRow } from "../orders/order-records.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import type { AppointmentDeps } from "./service.ts";

export type SoldLine = Pick<ItemRow, "lineIndex" | "itemId" | "itemType" | "title" | "qty">;

export interface SoldAppointment {
  lineIndex: number;
  /** Which of the line's pieces: 0, 1 … */
  unit: number;
  title: string;
  mode: ConsultationMode;
  minutes: number;
  expertId: string | null;
}

type Kind = Pick<SoldAppointment, "mode" | "minutes" | "expertId">;

/** Placeholder for the expert of a package without a named expert. */
const FOUNDER = "founder";

function packageKinds({ packages: { packages } }: Settings) {
  const kinds = packages.flatMap(({ title, minutes, expertId }) =>
    consultationModes.map((mode): [string, Kind] => [
      packageItemId(title, mode),
      { mode, minutes, expertId: expertId || FOUNDER },
    ]),
  );
  return new Map(kinds);
}

/** Fallback for a package that is no longer offered. */
const UNKNOWN: Kind = { mode: "audio", minutes: 60, expertId: null };

export async function appointmentsOfLines(
  { catalogue, settings: service }: Pick<AppointmentDeps, "catalogue" | "settings">,
  lines: readonly SoldLine[],
  from: Database | Transaction,
): Promise<SoldAppointment[]> {
  const consultations = lines.filter(({ itemType }) => itemType === "consultancy");
  if (consultations.length === 0) return [];
  const settings = await service.read();
  const packages = packageKinds(settings);
  const kinds = new Map(
    consultations.map(({ itemId }) => [itemId, parseExpertItemId(itemId) ?? packages.get(itemId) ?? UNKNOWN]),
  );
  const wanted = [...kinds.values()].flatMap(({ expertId }) => expertId ?? []);
  const { founder } = settings.business;
  const found = await catalogue.findCurrentExperts(from, {
    ids: wanted.filter(isUuid),
    name: wanted.includes(FOUNDER) ? founder : undefined,
  });
  const known = new Map(found.map(({ id }) => [id, id]));
  const named = found.find(({ name }) => name === founder);
  if (named) known.set(FOUNDER, named.id);
  return consultations.flatMap(({ lineIndex, itemId, title, qty }) => {
    const { mode, minutes, expertId: wanted } = kinds.get(itemId)!;
    // Null when the founder is not among the experts or the expert was removed: the owner assigns one.
    const expertId = (wanted && known.get(wanted)) || null;
    return Array.from({ length: qty }, (_, unit) => ({ lineIndex, unit, title, mode, minutes, expertId }));
  });
}
