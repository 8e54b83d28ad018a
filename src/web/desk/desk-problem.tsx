import { useRevalidator } from "react-router";
import { PhoneLink } from "../appointments/phone-link.tsx";
import { LoadProblem } from "../ui/load-problem.tsx";

export function DeskProblem() {
  const { revalidate, state } = useRevalidator();
  return (
    <LoadProblem onRetry={revalidate} isTrying={state === "loading"}>
      Your desk could not be loaded.
    </LoadProblem>
  );
}

/** The owner has not linked the account to an expert, or the expert is no longer with the shop. */
export function Unlinked() {
  return (
    <p className="rounded-card border border-line bg-paper p-5">
      Your account is not linked to an expert of the shop at the moment, so there are no sessions to show. Please ask
      the owner: <PhoneLink />.
    </p>
  );
}
