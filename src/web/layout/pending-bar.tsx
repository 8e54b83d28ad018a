import { useNavigation } from "react-router";
import { Button } from "../ui/button.tsx";
import { useFailureText } from "../ui/failure-text.ts";
import { useUnreachablePage } from "./use-unreachable-page.ts";

/** The progress of a navigation, or the message that the page cannot be opened. The page shown stays in both cases. */
export function PendingBar() {
  const { location } = useNavigation();
  const { isUnreachable, isTrying, tryAgain } = useUnreachablePage(location);
  if (isUnreachable) return <Unreachable isTrying={isTrying} onRetry={tryAgain} />;
  if (!location) return null;
  return <div key={location.key} role="progressbar" aria-label="Loading page" className="pending-bar" />;
}

function Unreachable({ isTrying, onRetry }: { isTrying: boolean; onRetry: () => void }) {
  return (
    <div className="sticky bottom-0 z-40 border-t border-line bg-paper shadow-soft">
      <div className="shell flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
        <p role="alert">{useFailureText("The page could not be opened just now.")}</p>
        <Button look="accent" onClick={onRetry} disabled={isTrying}>
          {isTrying ? "Loading…" : "Try again"}
        </Button>
      </div>
    </div>
  );
}
