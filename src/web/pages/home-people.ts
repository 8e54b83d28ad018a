import type { Expert } from "../../contracts/catalogue/expert.ts";
import type { Settings } from "../../contracts/settings/settings.ts";
import { isFounder } from "../experts/expert-view.ts";
import { loadNextTimes } from "../experts/next-times.ts";
import type { Api } from "../lib/api.ts";
import { formatRate } from "../lib/money.ts";
import type { OfferedPackage, ShelfItem } from "./home-sections.tsx";

const MAX_EXPERTS = 8;

/** The experts of the home page with their next free times, and the packages with theirs. */
export async function loadPeople(api: Api, { business, packages: { packages } }: Settings, experts: Expert[]) {
  const next = await loadNextTimes(api);
  const online = experts.filter(({ status }) => status === "online");
  const today = online.filter(({ _id }) => next.isFreeWithin(_id, 0));
  const words =
    today.length > 0
      ? { title: "Online now", lead: "They take calls today." }
      : { title: "Talk to an expert", lead: "By phone or video, at a time that suits you." };
  return {
    ...words,
    items: (today.length > 0 ? today : online).slice(0, MAX_EXPERTS).map(
      ({ _id, name, domain, price, images }): ShelfItem => ({
        to: `/experts/${_id}`,
        title: name,
        text: domain,
        price: price === null ? "" : formatRate(price),
        image: images[0] ?? null,
        next: next.textOf(_id),
      }),
    ),
    packages: await Promise.all(
      packages.map(async (offer): Promise<OfferedPackage> => {
        const expert = experts.find((one) => (offer.expertId ? one._id === offer.expertId : isFounder(business, one)));
        if (!expert) return { ...offer, expertName: "", next: "" };
        const times = await loadNextTimes(api, offer.minutes);
        return { ...offer, expertName: expert.name, next: times.textOf(expert._id) };
      }),
    ),
  };
}
