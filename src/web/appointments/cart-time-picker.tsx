import { SlotPicker } from "./slot-picker.tsx";
import { callerZone } from "./times.ts";
import { useSlots } from "./use-slots.ts";

interface PickTimeProps {
  expertId: string;
  minutes: number;
  onPick: (startsAt: string) => void;
}

/** Chooses the time of a session that is still in the cart. Nothing is held before the order. */
export default function CartTimePicker({ expertId, minutes, onPick }: PickTimeProps) {
  const times = useSlots({ expertId, minutes });
  return <SlotPicker times={times} zone={callerZone()} verb="Choose" onChoose={onPick} />;
}
