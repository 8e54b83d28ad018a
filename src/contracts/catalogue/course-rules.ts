export const textDetails = [
  { name: "days", label: "Days", max: 120 },
  { name: "language", label: "Language", max: 80 },
  { name: "recordings", label: "Recordings", max: 120 },
] as const;
export type TextDetail = (typeof textDetails)[number]["name"];

export const MAX_WEEKS = 104;
export const SYLLABUS_LIMITS = { parts: 40, title: 120, text: 1000 };

export interface SyllabusPart {
  title: string;
  text: string;
}

export type CourseDetails = Record<TextDetail, string> & {
  weeks: number | null;
  nextStart: string | null;
  startTime: string;
  teacherId: string | null;
  syllabus: SyllabusPart[];
};

export const noCourseDetails: CourseDetails = {
  weeks: null,
  days: "",
  language: "",
  recordings: "",
  nextStart: null,
  startTime: "",
  teacherId: null,
  syllabus: [],
};

/** When a course starts, in Indian time; with an unknown time at midnight. */
export const startOf = ({ nextStart, startTime }: { nextStart: string; startTime?: string | undefined }) =>
  `${nextStart}T${startTime || "00:00"}:00+05:30`;

/** Parts are separated by empty lines. The first line of a part is its title. */
export const parseSyllabus = (text: string): SyllabusPart[] =>
  text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [title = "", ...lines] = part.split("\n").map((line) => line.trim());
      return { title, text: lines.join("\n") };
    });

export const formatSyllabus = (parts: readonly SyllabusPart[]) =>
  parts.map(({ title, text }) => (text ? `${title}\n${text}` : title)).join("\n\n");
