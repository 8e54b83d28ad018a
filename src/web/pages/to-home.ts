import { redirect } from "react-router";
import type { Route } from "./+types/to-home";

/** A file or a hidden folder. Pages of other shop software have endings too: `/index.html`, `/product.php`. */
const isFile = (path: string) => /(?:^|\/)\.|\.(?!(?:x?html?|php\d?|aspx?|jspx?|cfm|cgi|\d+)$)\w+$/i.test(path);

/** Unknown pages lead home. For an unknown file (`/x.json`, `/.well-known/x`) programs need a 404, not a page. */
export const loader = ({ params }: Route.LoaderArgs) =>
  isFile(params["*"] ?? "")
    ? new Response("Not found\n", { status: 404, headers: { "content-type": "text/plain; charset=utf-8" } })
    : redirect("/");
