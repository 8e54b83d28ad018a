import { TimeChooser } from "./time-chooser.tsx";
import { callerZone } from "./times.ts";
import { useSlots } from "./use-slots.ts";

interface PickTimeProps {
  expertId: string;
  minutes: number;
  onPick: (startsAt: string) => void;
}

/** Chooses the time of a session that is still in the cart. Nothing is held before the order. */
export default function PickTime({ expertId, minutes, onPick }: PickTimeProps) {
  const times = useSlots({ expertId, minutes });
  return <TimeChooser times={times} zone={callerZone()} verb="Choose" onChoose={onPick} />;
}
