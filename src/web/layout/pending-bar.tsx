import { useNavigation } from "react-router";

export function PendingBar() {
  const navigation = useNavigation();
  if (navigation.state === "idle") return null;
  return <div key={navigation.location?.key} role="progressbar" aria-label="Loading page" className="pending-bar" />;
}
