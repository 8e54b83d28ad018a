import { browserApi } from "../lib/browser-api.ts";
import { useLoad } from "../lib/use-load.ts";

export const UNREADABLE = "These details can no longer be read.";

/** The intake of a session; `undefined` while it loads and while `isWanted` is false. */
export function useIntake(id: string, isWanted = true) {
  const load = () => browserApi.call("GET /api/appointments/:id/intake", { params: { id } });
  const { data: intake, setData: setIntake, hasFailed, retry } = useLoad(load, id, isWanted);
  return { intake, setIntake, hasFailed, retry };
}
