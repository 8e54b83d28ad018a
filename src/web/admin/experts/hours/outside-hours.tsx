import { useEffect, useState } from "react";
import { browserApi } from "../../../lib/browser-api.ts";
import { indianToday } from "../../../lib/dates.ts";
import { Link } from "../../../ui/link.tsx";
import { appointmentsUrl } from "../../appointments/appointments-view.ts";

/** The number of booked sessions outside the saved hours. They stay booked until the owner moves or keeps them. */
export function OutsideHours({ expertId, version }: { expertId: string; version: number }) {
  const [count, setCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each saved version has other hours.
  useEffect(() => {
    let isShown = true;
    browserApi
      .call("GET /api/appointments", { query: { view: "attention", expertId, limit: 100 } })
      .then((sessions) => isShown && setCount(sessions.filter(({ isOutsideHours }) => isOutsideHours).length))
      // Ignored: the hours are saved, and the dashboard counts these sessions too.
      .catch(() => {});
    return () => {
      isShown = false;
    };
  }, [expertId, version]);
  const list = appointmentsUrl({ look: "week", day: indianToday(), expert: expertId, isAttention: true });
  return (
    <div role="status">
      {count > 0 && (
        <p className="rounded-control bg-rose-wash px-4 py-3">
          {count === 1 ? "1 booked session is" : `${count} booked sessions are`} outside these hours.{" "}
          <Link to={list} className="font-semibold underline underline-offset-4">
            Keep or move {count === 1 ? "it" : "them"}
          </Link>
        </p>
      )}
    </div>
  );
}
