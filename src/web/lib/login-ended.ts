import { toast } from "./toast.ts";

export const LOGIN_TOPIC = "login ended";

export const tellLoginEnded = () =>
  toast("Your session has ended. Please log in again.", { topic: LOGIN_TOPIC, tone: "bad", lastsMs: 5000 });
