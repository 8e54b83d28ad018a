import { type Expert, type ExpertForm, expert, expertForm } from "../../contracts/expert.ts";
import { type SearchQuery, searchQuery } from "../../contracts/list.ts";
import { toPaise, toRupees } from "../platform/money.ts";
import { catalogueError } from "./errors.ts";
import { experts } from "./expert-table.ts";
import type { Resource } from "./resource.ts";
import { searchTextOf } from "./search.ts";

const paiseOrNull = (rupees: number | undefined) => (rupees === undefined ? null : toPaise(rupees));
const rupeesOrNull = (paise: number | null) => (paise === null ? null : toRupees(paise));

export const expertResource: Resource<typeof experts, Expert, SearchQuery, ExpertForm> = {
  name: "expert",
  path: "/experts",
  notFound: () => catalogueError("expert_not_found"),
  imageField: "images",
  maxImages: 8,
  table: experts,
  item: expert,
  query: searchQuery,
  form: expertForm,
  columns: (form) => ({
    name: form.name,
    languages: form.languages,
    domain: form.domain,
    pricePaise: paiseOrNull(form.price),
    audioPricePaise: paiseOrNull(form.audioPrice),
    videoPricePaise: paiseOrNull(form.videoPrice),
    experienceYears: form.exp ?? null,
    description: form.description,
    status: form.status,
    searchText: searchTextOf(form.name, form.domain, form.description),
  }),
  toItem: (row) => ({
    _id: row.id,
    name: row.name,
    languages: row.languages,
    domain: row.domain,
    price: rupeesOrNull(row.pricePaise),
    audioPrice: rupeesOrNull(row.audioPricePaise),
    videoPrice: rupeesOrNull(row.videoPricePaise),
    exp: row.experienceYears,
    description: row.description,
    status: row.status,
    images: row.images,
    createdAt: row.createdAt.toISOString(),
    version: row.version,
  }),
  titleOf: ({ name }) => name,
};
