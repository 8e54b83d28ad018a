import { Icon } from "../ui/icon.tsx";
import { useSettings } from "./use-settings.ts";

/** A shop without a payment provider's keys pretends: whoever pays is to know it. */
export function TestMode() {
  if (useSettings().payments !== "sandbox") return null;
  return (
    <p className="mb-4 flex items-center gap-2.5 rounded-card bg-gold-bright px-4 py-2.5 text-small font-semibold md:mb-6">
      <Icon name="info" size={20} className="shrink-0" />
      Test mode: no money moves
    </p>
  );
}
