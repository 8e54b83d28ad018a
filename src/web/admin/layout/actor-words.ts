import type { Actor } from "../../../contracts/actors.ts";

/** Who did it, behind the time of an entry in a history. */
export const actorWords: Record<Actor, string> = {
  buyer: "by the buyer",
  owner: "by the owner",
  expert: "by the expert",
  payment: "from the payment provider",
  system: "by the shop",
};
