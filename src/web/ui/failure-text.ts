import { useOnline } from "../lib/use-online.ts";

export const OFFLINE = "You seem to be offline.";

/** The message for a failed load. It states no cause that the browser cannot know. */
export const useFailureText = (failure = "It could not be loaded just now.") =>
  useOnline() ? `${failure} Please try again in a moment.` : `${OFFLINE} Please check your connection and try again.`;
