import { defineErrors } from "../platform/http/errors.ts";

export const appointmentError = defineErrors({
  appointment_not_found: [404, "There is no such appointment."],
  no_expert: [409, "Nobody is assigned to this session yet. We call you to agree on a time."],
  not_open: [409, "This session can no longer be moved."],
  same_time: [409, "The session is at this time already."],
  too_late: [409, "This session starts too soon to be moved here."],
  moved_too_often: [409, "This session has been moved too often."],
  moved_meanwhile: [409, "This session was changed since you opened it. Please look at its time and try again."],
  slot_taken: [409, "This time is no longer free. Please choose another one."],
  changed_meanwhile: [409, "These hours were changed since you opened them. Nothing was saved."],
});
