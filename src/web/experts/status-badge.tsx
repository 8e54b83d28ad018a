import { Badge } from "../ui/badge.tsx";

export function StatusBadge({ isOnline }: { isOnline: boolean }) {
  return <Badge tone={isOnline ? "sage" : "sand"}>{isOnline ? "Online" : "Offline"}</Badge>;
}
