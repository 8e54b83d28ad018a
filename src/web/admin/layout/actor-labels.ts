import type { Actor } from "../../../contracts/activity/activity-rules.ts";

/** The actor of a history entry, shown after its time. */
export const actorLabels: Record<Actor, string> = {
  buyer: "by the buyer",
  owner: "by the owner",
  expert: "by the expert",
  payment: "from the payment provider",
  system: "by the shop",
};
