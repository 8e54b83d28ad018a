import { and, eq, inArray, or } from "drizzle-orm";
import { type Expert, type ExpertForm, expert, expertForm } from "../../contracts/catalogue/expert.ts";
import { noExpertDetails } from "../../contracts/catalogue/expert-rules.ts";
import { MAX_IMAGES } from "../../contracts/catalogue/image-rules.ts";
import { type SearchQuery, searchQuery } from "../../contracts/list.ts";
import { toPaise, toRupees } from "../../contracts/money.ts";
import type { Database, Transaction } from "../platform/database/database.ts";
import { experts } from "./expert-table.ts";
import { keepAbsent, type Resource, toRecord } from "./resource.ts";
import type { ResourceDeps } from "./resource-service.ts";
import { searchTextOf } from "./search-text.ts";
import { editTags } from "./tags.ts";

const paiseOrNull = (rupees: number | undefined) => (rupees === undefined ? null : toPaise(rupees));
const rupeesOrNull = (paise: number | null) => (paise === null ? null : toRupees(paise));

export const expertResource: Resource<typeof experts, Expert, SearchQuery, ExpertForm> = {
  name: "expert",
  path: "/experts",
  imageField: "images",
  maxImages: MAX_IMAGES.expert,
  table: experts,
  hasArchive: true,
  item: expert,
  query: searchQuery,
  formFor: () => expertForm,
  columns: (form, before) => ({
    name: form.name,
    languages: form.languages,
    domain: form.domain,
    pricePaise: paiseOrNull(form.price),
    audioPricePaise: paiseOrNull(form.audioPrice),
    videoPricePaise: paiseOrNull(form.videoPrice),
    experienceYears: form.exp ?? null,
    description: form.description,
    status: form.status,
    ...keepAbsent(noExpertDetails, form, before),
    searchText: searchTextOf(form.name, form.domain, form.description),
  }),
  toItem: ({ pricePaise, audioPricePaise, videoPricePaise, experienceYears, archived, ...row }) => ({
    ...toRecord(row),
    price: rupeesOrNull(pricePaise),
    audioPrice: rupeesOrNull(audioPricePaise),
    videoPrice: rupeesOrNull(videoPricePaise),
    exp: experienceYears,
  }),
  titleOf: ({ name }) => name,
};

/** The names of experts by id. Includes archived experts, because their appointments still show the name. */
export const createExpertNames =
  ({ db }: Pick<ResourceDeps, "db">) =>
  async (ids: string[]) => {
    if (ids.length === 0) return new Map<string, string>();
    const rows = await db
      .select({ id: experts.id, name: experts.name })
      .from(experts)
      .where(inArray(experts.id, [...new Set(ids)]));
    return new Map(rows.map(({ id, name }) => [id, name]));
  };

/**
 * Bookable experts with these ids or this name. Uses the caller's connection: a transaction that waits for a second
 * connection can exhaust the pool.
 */
export const findCurrentExperts = (
  from: Database | Transaction,
  { ids, name }: { ids: string[]; name: string | undefined },
) =>
  from
    .select({ id: experts.id, name: experts.name })
    .from(experts)
    .where(
      and(
        eq(experts.archived, false),
        or(inArray(experts.id, ids), name === undefined ? undefined : eq(experts.name, name)),
      ),
    )
    .orderBy(experts.createdAt, experts.id);

/** Stores with the expert whether times can be chosen online. The cached page needs it to reserve space. */
export const createHasHours =
  ({ changes }: Pick<ResourceDeps, "changes">) =>
  async (tx: Transaction, id: string, hasHours: boolean) => {
    await tx.update(experts).set({ hasHours }).where(eq(experts.id, id));
    await changes.drop(tx, editTags(expertResource.path, [id]));
  };
