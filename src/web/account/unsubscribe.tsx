import { data } from "react-router";
import { isNotice, notices } from "../../contracts/notice-rules.ts";
import { NO_REFERRER, secretMeta } from "../lib/page-meta.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { problemPage } from "../ui/page-problem.tsx";
import type { Route } from "./+types/unsubscribe";

const DONE = "done";

export const headers = () => NO_REFERRER;

export const meta = secretMeta({
  title: "Unsubscribe",
  description: "Choose which mails you get.",
  path: "/unsubscribe",
});

export function loader({ params: { notice, token } }: Route.LoaderArgs) {
  if (!isNotice(notice)) throw data(null, { status: 404 });
  return { notice, token, kind: notices[notice] };
}

/** A plain form: it works without scripts. */
export default function Unsubscribe({ loaderData: { notice, token, kind } }: Route.ComponentProps) {
  return (
    <div className="shell">
      {token === DONE ? (
        <EmptyState
          heading="h1"
          title="You are unsubscribed"
          text={`We send you no more ${kind}. Mails about your orders and sessions still come.`}
        >
          <LinkButton to="/">Back to home</LinkButton>
        </EmptyState>
      ) : (
        <EmptyState heading="h1" title={`No more ${kind}?`} text="Mails about your orders and sessions still come.">
          <form method="post" action={`/api/unsubscribe/${notice}/${encodeURIComponent(token)}?page=1`}>
            <Button type="submit" look="accent">
              Unsubscribe
            </Button>
          </form>
        </EmptyState>
      )}
    </div>
  );
}

export const ErrorBoundary = problemPage({
  missing: { title: "This link does not work", text: "Please open the link of the mail again." },
  failed: "The page could not be loaded",
  back: { to: "/", label: "Back to home" },
});
