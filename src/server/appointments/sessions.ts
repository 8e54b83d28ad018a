import { sql } from "drizzle-orm";
import {
  type ConsultationMode,
  consultationModes,
  packageItemId,
  parseExpertSessionId,
} from "../../contracts/consultation-items.ts";
import type { Catalogue } from "../catalogue/service.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { isUuid } from "../platform/database/is-uuid.ts";
import type { SettingsService } from "../settings/service.ts";

/** A line of an order. */
export interface SoldLine {
  place: number;
  itemId: string;
  itemType: string;
  title: string;
  qty: number;
}

export interface Session {
  place: number;
  /** Which of the line's pieces: 0, 1 … */
  unit: number;
  title: string;
  mode: ConsultationMode;
  minutes: number;
  expertId: string | null;
}

interface SessionDeps {
  catalogue: Catalogue;
  settings: SettingsService;
}

type Kind = Pick<Session, "mode" | "minutes" | "expertId">;

/** Packages name their expert, else the founder. Without a founder among the experts, the owner assigns somebody. */
async function packageKinds({ catalogue, settings }: SessionDeps) {
  const { packages, business } = await settings.read();
  const { items } = await catalogue.experts.list({ q: business.founder, limit: 10 }, "owner");
  const founder = items.find(({ name }) => name === business.founder)?._id ?? null;
  const kinds = packages.packages.flatMap(({ title, minutes, expertId }) =>
    consultationModes.map((mode): [string, Kind] => [
      packageItemId(title, mode),
      { mode, minutes, expertId: expertId || founder },
    ]),
  );
  return new Map(kinds);
}

/** With the transaction's own connection: one that waits for a second one can starve the pool. */
async function findKnown(from: Database | Transaction, ids: string[]) {
  const possible = ids.filter(isUuid);
  if (possible.length === 0) return new Set<string>();
  const { rows } = await from.execute<{ id: string }>(
    sql`select id from experts where id = any(${sql.param(possible)}::uuid[])`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** A package that is no longer offered. */
const UNKNOWN: Kind = { mode: "audio", minutes: 60, expertId: null };

/** The sessions that an order's lines are: one for each piece of a consultation. */
export async function sessionsOf(
  deps: SessionDeps,
  lines: readonly SoldLine[],
  from: Database | Transaction,
): Promise<Session[]> {
  const consultations = lines.filter(({ itemType }) => itemType === "consultancy");
  const needsPackages = consultations.some(({ itemId }) => !parseExpertSessionId(itemId));
  const packages = needsPackages ? await packageKinds(deps) : new Map<string, Kind>();
  const kinds = new Map(
    consultations.map(({ itemId }) => [itemId, parseExpertSessionId(itemId) ?? packages.get(itemId) ?? UNKNOWN]),
  );
  const known = await findKnown(
    from,
    [...kinds.values()].flatMap(({ expertId }) => expertId ?? []),
  );
  return consultations.flatMap(({ place, itemId, title, qty }) => {
    const { mode, minutes, expertId: wanted } = kinds.get(itemId)!;
    // Of an expert who was removed before the order was paid, the owner assigns somebody.
    const expertId = wanted && known.has(wanted) ? wanted : null;
    return Array.from({ length: qty }, (_, unit) => ({ place, unit, title, mode, minutes, expertId }));
  });
}
