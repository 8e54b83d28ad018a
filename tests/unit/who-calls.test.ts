import { expect, test } from "vitest";
import {
  type CallWay,
  callOf,
  callWayOf,
  maskedPhone,
  whoCalls,
  whoCallsExpert,
} from "../../src/contracts/appointments/call-rules.ts";

const ROOM = "https://meet.example.com/asha";

test("audio is the expert's call, unless the expert's hours say otherwise; video is by link, known or not", () => {
  expect(callWayOf("audio", { roomUrl: "" })).toBe("expert_calls");
  expect(callWayOf("audio", { roomUrl: ROOM })).toBe("expert_calls");
  expect(callWayOf("video", { roomUrl: "" })).toBe("link_to_come");
  expect(callWayOf("video", { roomUrl: ROOM })).toBe("link");
  expect(callWayOf("video", { roomUrl: "", audioCall: "buyer_calls" })).toBe("link_to_come");
  expect(callWayOf("audio", { roomUrl: ROOM, audioCall: "link" })).toBe("link");
  // The room was removed since: nobody is sent to a link that is not there.
  expect(callWayOf("audio", { roomUrl: "", audioCall: "link" })).toBe("expert_calls");
});

test("an hour's own link comes before the expert's room", () => {
  const own = "https://meet.example.com/this-hour";
  expect(callOf({ mode: "video", roomUrl: null }, { roomUrl: ROOM })).toEqual({ callWay: "link", roomUrl: ROOM });
  expect(callOf({ mode: "video", roomUrl: own }, { roomUrl: ROOM })).toEqual({ callWay: "link", roomUrl: own });
  expect(callOf({ mode: "video", roomUrl: null }, { roomUrl: "" })).toEqual({ callWay: "link_to_come", roomUrl: "" });
  expect(callOf({ mode: "audio", roomUrl: null }, { roomUrl: ROOM })).toEqual({ callWay: "expert_calls", roomUrl: "" });
});

test("one sentence tells the buyer who calls whom, with the numbers that are known", () => {
  const expertName = "Devika Anand Rao";
  const say = (way: CallWay, more: object = {}) => whoCalls({ way, expertName, ...more });
  expect(say("expert_calls", { phone: "9845012345" })).toBe("Devika Anand Rao calls you on 9845012345.");
  expect(say("expert_calls")).toBe("Devika Anand Rao calls you: give your number at checkout.");
  expect(say("expert_calls", { phone: maskedPhone("+91 98450 12345") })).toBe(
    "Devika Anand Rao calls you on the number that ends in 345.",
  );
  expect(say("buyer_calls", { phone: "9845012345" })).toBe(
    "You call Devika Anand Rao: the number is on your session page.",
  );
  expect(say("buyer_calls", { expertPhone: "+91 90000 00055" })).toBe("You call Devika Anand Rao on +91 90000 00055.");
  expect(say("link")).toBe("You both open the link on your session page.");
  expect(say("link", { roomUrl: ROOM })).toBe(`You both open this link:\n${ROOM}`);
  expect(say("link_to_come", { phone: "9845012345" })).toBe("You get the link by mail before the hour.");
  expect(say("link_to_come", { isMailed: false })).toBe("You get the link before the hour.");
  expect(say("expert_calls", { expertName: "", phone: "1" })).toBe("Our expert calls you on 1.");
});

test("the expert reads the same fact the other way round", () => {
  const buyer = { name: "Meera", phone: "9845012345" };
  expect(whoCallsExpert({ way: "expert_calls", ...buyer })).toBe("You call Meera on 9845012345.");
  expect(whoCallsExpert({ way: "buyer_calls", ...buyer })).toBe("Meera calls you.");
  expect(whoCallsExpert({ way: "link", ...buyer })).toBe("You both open the link of this session.");
  expect(whoCallsExpert({ way: "link_to_come", ...buyer })).toBe("Meera waits for the link of this video session.");
  expect(whoCallsExpert({ way: "link_to_come" })).toBe(
    "The caller waits for the link of this video session: give it at your desk.",
  );
  expect(whoCallsExpert({ way: "expert_calls" })).toBe("You call the caller: the number is at your desk.");
});
