import { redirect } from "react-router";
import type { Route } from "./+types/guarded-area";
import { requireOwner } from "./guard.ts";
import { NeedsScript } from "./needs-script.tsx";

/** The owner's screens are not there yet: visitors are taken to log in, everybody else home, as from unknown addresses. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireOwner(request);
  return redirect("/");
}

export const meta = () => [{ name: "robots", content: "noindex" }];

export function HydrateFallback() {
  return (
    <div className="shell py-16">
      <NeedsScript />
    </div>
  );
}

export default function GuardedArea() {
  return null;
}
