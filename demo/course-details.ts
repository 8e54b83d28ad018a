import type { DemoCourseDetails } from "./types.ts";

/** What the descriptions in courses.ts say, as fields. The teachers are the fictional experts of experts.ts. */

export const vedicAstrology: DemoCourseDetails = {
  weeks: 24,
  days: "Sundays, 9 to 10:30 am",
  startTime: "09:00",
  language: "Hindi and English",
  recordings: "Stay available for a year",
  teacher: "Devika Anand Rao",
  starts: { on: "Sun", afterDays: 27 },
  syllabus: [
    {
      title: "Weeks 1 to 8: signs, houses and planets",
      text: "What a birth chart is a picture of. Drawing a North and a South Indian chart by hand. The twelve bhavas and the nine grahas, one at a time.",
    },
    {
      title: "Weeks 9 to 16: nakshatras, aspects and strength",
      text: "The twenty-seven nakshatras and their padas. Aspects, planetary strength and the Vimshottari dasha sequence.",
    },
    {
      title: "Weeks 17 to 24: reading charts together",
      text: "Real, anonymised charts, read slowly in the group. Weighing one indication against another, and speaking about a chart with kindness and restraint.",
    },
  ],
};

export const tarot: DemoCourseDetails = {
  weeks: 10,
  days: "Wednesdays, 7:30 to 8:45 pm",
  startTime: "19:30",
  language: "English, with Hindi where it helps",
  teacher: "Nilufer Daruwala",
  starts: { on: "Wed", afterDays: 16 },
  syllabus: [
    {
      title: "Weeks 1 to 3: looking",
      text: "The deck, card by card: who looks where, what the weather is doing, what is missing. The Major Arcana as one story.",
    },
    {
      title: "Weeks 4 to 6: reading for a partner",
      text: "The four suits, their numbers and court cards. One card, three cards and the five-card cross.",
    },
    {
      title: "Weeks 7 to 10: the reading diary",
      text: "Your own readings, discussed in small groups. How to ask better questions, and where a reading should stop.",
    },
  ],
};

export const numerology: DemoCourseDetails = {
  weeks: 6,
  days: "Saturdays, 6 to 7 pm",
  startTime: "18:00",
  language: "Hindi and English",
  teacher: "Omkar Deshbandhu",
  starts: { on: "Sat", afterDays: 33 },
  syllabus: [
    { title: "The digits from one to nine", text: "Their traditional character, and how to reduce a date." },
    { title: "Birth, destiny and name numbers", text: "The Chaldean and the Pythagorean table on the same names." },
    { title: "The Lo Shu square", text: "Rows, columns, diagonals, and what a missing digit stands for." },
    { title: "Personal years and months", text: "A frame for planning, used with a clear head." },
    { title: "An evening of readings", text: "Every participant presents one reading from the workbook." },
  ],
};

export const vastu: DemoCourseDetails = {
  weeks: 8,
  days: "Tuesdays, 7 to 8:15 pm",
  startTime: "19:00",
  language: "English and Hindi",
  teacher: "Raghav Nambisan",
  starts: { on: "Tue", afterDays: 22 },
  syllabus: [
    { title: "Measure and draw", text: "The plan of your own home, its centre and a correct compass reading." },
    { title: "Directions and zones", text: "The sixteen zones, and which rules the old texts stress most." },
    { title: "Rooms", text: "Furniture, mirrors, colour and light for bedrooms, kitchens and desks." },
    { title: "Rented flats", text: "Inexpensive adjustments, and how to tell a principle from a sales pitch." },
    {
      title: "Plan reviews",
      text: "Two reviews per participant, ending in a short list of changes in order of effort.",
    },
  ],
};

export const crystals: DemoCourseDetails = {
  weeks: 8,
  days: "Thursdays, 7 pm",
  startTime: "19:00",
  recordings: "Of every evening",
  teacher: "Samarth Ghatpande",
  starts: { on: "Thu", afterDays: 38 },
  syllabus: [
    {
      title: "Weeks 1 to 4: thirty stones",
      text: "How minerals form, how they are treated and faked, and how to look after them. With the kit of twelve tumbles.",
    },
    {
      title: "Weeks 5 to 8: a practice",
      text: "Grids, guided meditation, a journal of what each of us notices, and a short session with care and consent.",
    },
  ],
};

export const reiki: DemoCourseDetails = {
  days: "Two weekends, four hours a day",
  language: "English, Hindi and Marathi",
  teacher: "Tara Wadekar",
  starts: { on: "Sat", afterDays: 19 },
  syllabus: [
    { title: "First weekend", text: "History, the five principles, the first attunements and hand positions." },
    { title: "Twenty-one days between", text: "Short daily practice, with a message in the group every morning." },
    { title: "Second weekend", text: "Seated practice with a partner, boundaries, consent and what never to claim." },
  ],
};

export const chakras: DemoCourseDetails = {
  weeks: 7,
  days: "Thursdays, 8 pm",
  startTime: "20:00",
  recordings: "Fourteen, yours to keep",
  teacher: "Tara Wadekar",
  starts: { on: "Thu", afterDays: 10 },
  syllabus: [
    { title: "मूलाधार: a comfortable seat", text: "On the floor or on a chair, and how to stay there." },
    { title: "स्वाधिष्ठान: the first breathing pattern", text: "" },
    { title: "मणिपूर: a practice that fits your day", text: "" },
    { title: "अनाहत: the second breathing pattern", text: "" },
    { title: "विशुद्ध: sound", text: "The traditional seed sounds, spoken and silent." },
    { title: "आज्ञा: the third breathing pattern", text: "" },
    { title: "सहस्रार: going on alone", text: "A daily practice that survives a busy week." },
  ],
};

export const palmistry: DemoCourseDetails = {
  weeks: 7,
  days: "Mondays, 7 to 8:10 pm",
  startTime: "19:00",
  recordings: "Stay available for six months",
  teacher: "Kaveri Lokhande",
  starts: { on: "Mon", afterDays: 45 },
  syllabus: [
    { title: "Weeks 1 and 2: the whole hand", text: "Shape, fingers and thumb. Taking ink prints, with permission." },
    { title: "Weeks 3 to 5: lines and mounts", text: "Heart, head, life and fate lines, and the planetary mounts." },
    {
      title: "Weeks 6 and 7: readings",
      text: "The Indian and the Western approach. A ten-minute reading from prints.",
    },
  ],
};

export const pendulum: DemoCourseDetails = {
  days: "Two mornings, two and a half hours each",
  teacher: "Samarth Ghatpande",
  starts: { on: "Sat", afterDays: 31 },
  syllabus: [
    { title: "First morning: technique", text: "Grip, calibration, sealed envelopes and an honest score." },
    { title: "Second morning: listening", text: "Charts, lists of options and which questions to leave alone." },
  ],
};
