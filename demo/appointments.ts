import type { Schedule } from "../src/contracts/appointments/schedule.ts";

const MON_TO_FRI = [1, 2, 3, 4, 5];
const at = (weekdays: number[], from: number, to: number): Schedule["hours"] =>
  weekdays.map((weekday) => ({ weekday, start: from * 60, minutes: (to - from) * 60 }));

/** When the demo experts take sessions, in India's time. Two have no hours: their times are agreed by phone. */
export const demoHours: Record<string, Schedule["hours"]> = {
  "Devika Anand Rao": [...at([1, 2, 4, 5], 10, 13), ...at([1, 2, 4], 16, 19), ...at([6], 10, 14)],
  "Nilufer Daruwala": [...at([2, 3, 4, 5, 6], 11, 14), ...at([2, 3, 4], 18, 21)],
  "Raghav Nambisan": at(MON_TO_FRI, 9, 12),
  "Tara Wadekar": [...at([1, 2, 3, 4, 5, 6, 7], 6, 8), ...at(MON_TO_FRI, 19, 21)],
  "Kaveri Lokhande": [...at([1, 3, 5], 17, 21), ...at([7], 10, 13)],
};

/** The link of an expert's video calls. Nothing is there: `.example` is nobody's. */
export const demoRoom = (expert: string) => `https://meet.example/${expert.toLowerCase().replaceAll(" ", "-")}`;

interface DemoBooking {
  expert: string;
  /** Which of the free times of the first two weeks, from the earliest. */
  slot: number;
  mode: "audio" | "video";
  minutes: 30 | 60;
  caller: string;
}

/** Sessions that were agreed by phone. The callers are invented, and nothing is mailed to anybody. */
export const demoBookings: DemoBooking[] = [
  { expert: "Devika Anand Rao", slot: 1, mode: "video", minutes: 60, caller: "Meera (demo)" },
  { expert: "Devika Anand Rao", slot: 5, mode: "audio", minutes: 30, caller: "Kabir (demo)" },
  { expert: "Devika Anand Rao", slot: 14, mode: "video", minutes: 60, caller: "Ishaan (demo)" },
  { expert: "Nilufer Daruwala", slot: 3, mode: "audio", minutes: 60, caller: "Zoya (demo)" },
  { expert: "Raghav Nambisan", slot: 2, mode: "video", minutes: 60, caller: "Anil (demo)" },
  { expert: "Tara Wadekar", slot: 4, mode: "audio", minutes: 30, caller: "Leela (demo)" },
];
