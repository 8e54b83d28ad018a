import { redirect } from "react-router";
import type { Route } from "./+types/to-home";

/** Unknown pages lead home. For an unknown file (`/x.json`, `/.well-known/x`) programs need a 404, not a page. */
export const loader = ({ params }: Route.LoaderArgs) =>
  /\.\w+$|(?:^|\/)\./.test(params["*"] ?? "")
    ? new Response("Not found\n", { status: 404, headers: { "content-type": "text/plain; charset=utf-8" } })
    : redirect("/");
