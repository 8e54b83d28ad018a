import { expect, test } from "vitest";
import {
  APPOINTMENT_MINUTES,
  consultationModes,
  expertItemId,
  expertItemTitle,
  packageItemId,
  packageItemTitle,
  parseExpertItemId,
} from "../../src/contracts/appointments/consultation-rules.ts";

const expertId = "0199a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b";

test("parses every session id that it builds", () => {
  for (const mode of consultationModes) {
    for (const minutes of APPOINTMENT_MINUTES) {
      const session = { expertId, mode, minutes };
      expect(parseExpertItemId(expertItemId(session))).toEqual(session);
    }
  }
});

test("ids and titles keep the form that carts and orders have stored", () => {
  expect(expertItemId({ expertId, mode: "video", minutes: 60 })).toBe(`${expertId}-video-60`);
  expect(expertItemTitle("Asha", "audio", 30)).toBe("Asha (Audio, 30 min)");
  expect(packageItemId("Deep Dive", "audio")).toBe("Deep Dive-audio");
  expect(packageItemTitle("Deep Dive", "video")).toBe("Deep Dive (Video)");
});

test("does not parse other lengths, modes and ids", () => {
  const endings = ["audio-45", "audio-030", "chat-30", "audio", "audio-30-30", "Audio-30"];
  for (const ending of endings) expect(parseExpertItemId(`${expertId}-${ending}`)).toBeUndefined();
  expect(parseExpertItemId(packageItemId("Deep Dive", "audio"))).toBeUndefined();
});
