import type { SettingField } from "./group-fields.ts";

export const appointmentFields: readonly SettingField[] = [
  {
    kind: "number",
    name: "freeChangeHours",
    label: "Hours before a session",
    hint: "Until then its caller can move or cancel it online. You can at any time.",
  },
  { kind: "number", name: "maxMoves", label: "Moves", hint: "How often a caller can move a session online." },
  {
    kind: "flag",
    name: "isRefunded",
    label: "Refund sessions that are cancelled in time",
    hint: "At once and in full. Otherwise you decide about each on its order.",
  },
  {
    kind: "number",
    name: "intakeDays",
    label: "Days to keep what callers told the expert",
    hint: "After the session. Then it is erased.",
  },
];
