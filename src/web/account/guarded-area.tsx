import { redirect } from "react-router";
import { NeedsScript } from "../ui/needs-script.tsx";
import type { Route } from "./+types/guarded-area";
import { requireOwner } from "./guard.ts";

/** Unknown admin paths: visitors are redirected to the login, everybody else to the home page. */
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

export default function UnknownAdminPath() {
  return null;
}
