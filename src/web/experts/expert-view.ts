import { site } from "../../../site.config.ts";
import type { Expert } from "../../contracts/expert.ts";

export type SessionKind = "audio" | "video";

/** What a minute costs by phone or by video. */
export interface Rate {
  kind: SessionKind;
  rupees: number;
}

const plain = (name: string) => name.trim().toLowerCase();

export const isFounder = ({ name }: Pick<Expert, "name">) => plain(name) === plain(site.founder);

export const languagesOf = ({ languages }: Pick<Expert, "languages">) => languages.trim() || "English";

export const domainsOf = ({ domain }: Pick<Expert, "domain">) =>
  domain
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

/** The kinds of session that have a price: their own, else the expert's. */
export function ratesOf({ price, audioPrice, videoPrice }: Pick<Expert, "price" | "audioPrice" | "videoPrice">) {
  const all = { audio: audioPrice ?? price, video: videoPrice ?? price };
  return (["audio", "video"] as const).flatMap((kind): Rate[] => {
    const rupees = all[kind];
    return rupees === null ? [] : [{ kind, rupees }];
  });
}

/** What a list shows of an expert. */
export const expertSummary = (expert: Expert) => ({
  _id: expert._id,
  name: expert.name,
  image: expert.images[0],
  isOnline: expert.status === "online",
  isFounder: isFounder(expert),
  exp: expert.exp,
  languages: languagesOf(expert),
  domains: domainsOf(expert),
  price: expert.price,
});
export type ExpertSummary = ReturnType<typeof expertSummary>;

/** The founder opens the list; the others keep their order. */
export const founderFirst = (experts: ExpertSummary[]) =>
  experts.toSorted((a, b) => Number(b.isFounder) - Number(a.isFounder));
