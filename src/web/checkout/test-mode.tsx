import { useSettings } from "../lib/site.ts";
import { Icon } from "../ui/icon.tsx";

/** The sandbox's notice: without the provider's keys, payments are simulated. */
export function TestMode() {
  if (useSettings().payments !== "sandbox") return null;
  return (
    <p className="mb-4 flex items-center gap-2.5 rounded-card bg-gold-bright px-4 py-2.5 text-small font-semibold md:mb-6">
      <Icon name="info" size={20} className="shrink-0" />
      Test mode: no money moves
    </p>
  );
}
