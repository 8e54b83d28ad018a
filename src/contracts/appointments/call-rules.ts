import type { ConsultationMode } from "./consultation-rules.ts";

/** What an expert's hours can choose for audio. */
export const audioCallWays = ["expert_calls", "buyer_calls", "link"] as const;

/** `link_to_come`: by video, and its link is not known yet. */
export const callWays = [...audioCallWays, "link_to_come"] as const;
export type CallWay = (typeof callWays)[number];

interface CallFacts {
  roomUrl: string;
  audioCall?: (typeof audioCallWays)[number] | undefined;
}

/** How an hour takes place. Video: always by link. Audio: the expert calls, unless the expert's hours say otherwise. */
export function callWayOf(mode: ConsultationMode, { roomUrl, audioCall = "expert_calls" }: CallFacts): CallWay {
  if (mode === "video") return roomUrl ? "link" : "link_to_come";
  return audioCall === "link" && !roomUrl ? "expert_calls" : audioCall;
}

/** The same of an appointment, which may have a link of its own, and the link; empty while there is none. */
export function callOf({ mode, roomUrl: own }: { mode: ConsultationMode; roomUrl: string | null }, facts: CallFacts) {
  const roomUrl = own ?? facts.roomUrl;
  const callWay = callWayOf(mode, { ...facts, roomUrl });
  return { callWay, roomUrl: callWay === "link" ? roomUrl : "" };
}

interface Call {
  way: CallWay;
  /** Empty while nobody is assigned. */
  expertName: string;
  /** The buyer's number, or words for it where others could read it. */
  phone?: string | undefined;
  /** The expert's number. Known on the session page from 10 minutes before. */
  expertPhone?: string | undefined;
  /** The link, where only the buyer reads it. */
  roomUrl?: string | undefined;
  /** False for a buyer on the phone without an e-mail address. */
  isMailed?: boolean;
}

/** The one sentence about how an hour takes place, for the buyer. */
export function whoCalls({ way, expertName, phone, expertPhone, roomUrl, isMailed = true }: Call) {
  const expert = expertName || "Our expert";
  if (way === "link_to_come") return `You get the link ${isMailed ? "by mail " : ""}before the hour.`;
  if (way === "link")
    return roomUrl ? `You both open this link:\n${roomUrl}` : "You both open the link on your session page.";
  if (way === "buyer_calls")
    return `You call ${expertName || "our expert"}${expertPhone ? ` on ${expertPhone}` : ": the number is on your session page"}.`;
  return phone ? `${expert} calls you on ${phone}.` : `${expert} calls you: give your number at checkout.`;
}

/** The same for the expert. Without a name and a number in mails. */
export function whoCallsExpert({ way, name, phone }: { way: CallWay; name?: string; phone?: string }) {
  const caller = name ?? "The caller";
  if (way === "link_to_come")
    return `${caller} waits for the link of this video session${name ? "" : ": give it at your desk"}.`;
  if (way === "link") return "You both open the link of this session.";
  if (way === "buyer_calls") return `${caller} calls you.`;
  return `You call ${name ?? "the caller"}${phone ? ` on ${phone}` : ": the number is at your desk"}.`;
}

/** What stands before the sentence in mails. */
export const callLabel = (way: CallWay) =>
  way === "expert_calls" || way === "buyer_calls" ? "Who calls" : "How you meet";

/** For pages that everybody with their link can read. */
export const maskedPhone = (phone: string) =>
  phone ? `the number that ends in ${phone.replace(/\D/g, "").slice(-3)}` : "your number";
