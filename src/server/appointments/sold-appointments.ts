import type { ConsultationMode } from "../../contracts/appointments/consultation-rules.ts";
import type { ItemParts } from "../../contracts/orders/item-rules.ts";
import type { Settings } from "../../contracts/settings/settings.ts";
import type { ItemRow } from "../orders/core/order.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import type { FollowDeps } from "./deps.ts";

export type SoldLine = Pick<ItemRow, "lineIndex" | "itemType" | "title" | "qty" | keyof ItemParts>;

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

/** Of a package that is no longer offered, sold before lines had their minutes. */
const UNKNOWN_MINUTES = 60;

/** What a line was sold as. The expert of a package is today's; it has none once it is no longer offered. */
function kindOf({ packages: { packages } }: Settings, { expertId, package: title, mode, minutes }: SoldLine): Kind {
  const found = packages.find((one) => one.title === title);
  return {
    mode: mode!,
    minutes: minutes ?? found?.minutes ?? UNKNOWN_MINUTES,
    expertId: expertId ?? (found ? found.expertId || FOUNDER : null),
  };
}

export async function appointmentsOfLines(
  { catalogue, settings: service }: Pick<FollowDeps, "catalogue" | "settings">,
  lines: readonly SoldLine[],
  from: Database | Transaction,
): Promise<SoldAppointment[]> {
  const consultations = lines.filter(({ itemType }) => itemType === "consultancy");
  if (consultations.length === 0) return [];
  const settings = await service.read();
  const kinds = new Map(consultations.map((line) => [line, kindOf(settings, line)]));
  const wanted = [...kinds.values()].flatMap(({ expertId }) => expertId ?? []);
  const { founder } = settings.business;
  const found = await catalogue.findCurrentExperts(from, {
    ids: wanted.filter(isUuid),
    name: wanted.includes(FOUNDER) ? founder : undefined,
  });
  const known = new Map(found.map(({ id }) => [id, id]));
  const named = found.find(({ name }) => name === founder);
  if (named) known.set(FOUNDER, named.id);
  return consultations.flatMap((line) => {
    const { lineIndex, title, qty } = line;
    const { mode, minutes, expertId: wanted } = kinds.get(line)!;
    // Null when the founder is not among the experts or the expert was removed: the owner assigns one.
    const expertId = (wanted && known.get(wanted)) || null;
    return Array.from({ length: qty }, (_, unit) => ({ lineIndex, unit, title, mode, minutes, expertId }));
  });
}
