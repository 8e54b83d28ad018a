import { defineErrors } from "../platform/http/errors.ts";

export const appointmentError = defineErrors(["appointments", "experts", "orders", "accounts"], {
  appointment_open: [409, "You have a session to come. Please cancel it first."],
  appointment_not_found: [404, "There is no such appointment."],
  link_not_found: [404, "This link does not work. It may be old, or a part of it is missing."],
  no_expert: [409, "Nobody is assigned to this session yet. We call you to agree on a time."],
  not_open: [409, "This session can no longer be moved."],
  not_begun: [409, "This session has not begun yet."],
  same_expert: [409, "This expert has the session already."],
  same_time: [409, "The session is at this time already."],
  too_late: [409, "This session starts too soon to be changed here."],
  moved_too_often: [409, "This session has been moved too often."],
  moved_meanwhile: [409, "This session was changed since you opened it. Please look at its time and try again."],
  slot_taken: [409, "This time is no longer free. Please choose another one."],
  intake_closed: [409, "This session is over or cancelled, so nothing more can be told here."],
  intake_read_only: [403, "Only the caller can change this."],
  changed_meanwhile: [409, "These hours were changed since you opened them. Nothing was saved."],
});
