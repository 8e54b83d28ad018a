import type { ConsultationMode } from "./consultation-rules.ts";

export const callWays = ["expert_calls", "buyer_calls", "link"] as const;
export type CallWay = (typeof callWays)[number];

interface CallFacts {
  roomUrl: string;
  audioCall?: CallWay | undefined;
  videoCall?: CallWay | undefined;
}

/** Who calls whom. Unless chosen: video with a room is by its link, all else by the expert's call. */
export function callWayOf(mode: ConsultationMode, { roomUrl, audioCall, videoCall = "link" }: CallFacts): CallWay {
  const way = (mode === "audio" ? audioCall : videoCall) ?? "expert_calls";
  return way === "link" && !roomUrl ? "expert_calls" : way;
}

interface Call {
  way: CallWay;
  /** Empty while nobody is assigned. */
  expertName: string;
  /** The buyer's number, or words for it where others could read it. */
  phone?: string | undefined;
  /** The expert's number. Known on the session page from 10 minutes before. */
  expertPhone?: string | undefined;
}

/** The one sentence about who calls whom, for the buyer. */
export function whoCalls({ way, expertName, phone, expertPhone }: Call) {
  const expert = expertName || "Our expert";
  if (way === "link") return "You both open the link on your session page.";
  if (way === "buyer_calls")
    return `You call ${expertName || "our expert"}${expertPhone ? ` on ${expertPhone}` : ": the number is on your session page"}.`;
  return phone ? `${expert} calls you on ${phone}.` : `${expert} calls you: give your number at checkout.`;
}

/** The same for the expert. Without a name and a number in mails. */
export function whoCallsExpert({ way, name, phone }: { way: CallWay; name?: string; phone?: string }) {
  if (way === "link") return "You both open the link of your room.";
  if (way === "buyer_calls") return `${name ?? "The caller"} calls you.`;
  return `You call ${name ?? "the caller"}${phone ? ` on ${phone}` : ": the number is at your desk"}.`;
}

/** For pages that everybody with their link can read. */
export const maskedPhone = (phone: string) =>
  phone ? `the number that ends in ${phone.replace(/\D/g, "").slice(-3)}` : "your number";
