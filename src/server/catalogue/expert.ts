import { type Expert, type ExpertForm, expert, expertForm } from "../../contracts/catalogue/expert.ts";
import { noExpertDetails } from "../../contracts/catalogue/expert-rules.ts";
import { MAX_IMAGES } from "../../contracts/catalogue/image-rules.ts";
import { type SearchQuery, searchQuery } from "../../contracts/list.ts";
import { toPaise, toRupees } from "../../contracts/money.ts";
import { experts } from "./expert-table.ts";
import { keepAbsent, type Resource } from "./resource.ts";
import { searchTextOf } from "./search-text.ts";

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
  toItem: ({
    id,
    searchText,
    searchTitle,
    createdAt,
    pricePaise,
    audioPricePaise,
    videoPricePaise,
    experienceYears,
    archived,
    ...row
  }) => ({
    ...row,
    _id: id,
    price: rupeesOrNull(pricePaise),
    audioPrice: rupeesOrNull(audioPricePaise),
    videoPrice: rupeesOrNull(videoPricePaise),
    exp: experienceYears,
    createdAt: createdAt.toISOString(),
  }),
  titleOf: ({ name }) => name,
};
