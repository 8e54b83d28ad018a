import { useState } from "react";
import { useNavigate } from "react-router";
import type { Login } from "../../contracts/accounts/user.ts";
import { browserApi } from "../lib/browser-api.ts";
import { formatMoment } from "../lib/dates.ts";
import { logOut } from "../lib/login.ts";
import { toast } from "../lib/toast.ts";
import { useSend } from "../lib/use-send.ts";
import { AskDialog } from "../ui/ask-dialog.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button, SmallButton } from "../ui/button.tsx";

const FAILED = "That login could not be ended. Please try again.";

export function LoginList({ logins }: { logins: Login[] }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <p className="mt-1 text-ink-soft">A login ends by itself after seven days. End those that you do not know.</p>
      <ul className="mt-4 grid divide-y divide-line rounded-card border border-line bg-paper">
        {logins.map((login) => (
          <LoginRow key={login._id} login={login} />
        ))}
      </ul>
      <Button onClick={() => setAsking(true)} className="mt-4 text-rose">
        Log out everywhere
      </Button>
      <LogOutEverywhere open={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}

function LoginRow({ login: { _id, device, network, createdAt, lastSeenAt, current } }: { login: Login }) {
  const { send, isSending } = useSend(FAILED, { asToast: true });
  const end = () =>
    send(() => browserApi.call("DELETE /api/users/sessions/:id", { params: { id: _id } }), `${device} is logged out.`);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {device} {current && <Badge tone="sage">This browser</Badge>}
        </p>
        <p className="text-small wrap-anywhere text-ink-soft">
          Last seen {formatMoment(lastSeenAt)}, network {network}
        </p>
        <p className="text-small text-ink-soft">Logged in {formatMoment(createdAt)}</p>
      </div>
      {!current && (
        <SmallButton onClick={end} disabled={isSending}>
          {isSending ? "Logging out…" : "Log out"}
          <span className="sr-only">
            {" "}
            {device}, logged in {formatMoment(createdAt)}
          </span>
        </SmallButton>
      )}
    </li>
  );
}

/** Needs a confirmation, because it logs out this browser too. */
function LogOutEverywhere({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const end = async () => {
    await browserApi.call("DELETE /api/users/sessions", {});
    // Leave before logging out: this page redirects visitors to the login. Reuse the dialog's history entry.
    await navigate("/login", { replace: true });
    logOut();
    toast("You are logged out everywhere.");
  };
  return (
    <AskDialog
      open={open}
      onClose={onClose}
      title="Log out everywhere"
      action={["Log out everywhere", "Logging out…"]}
      send={end}
      failed={FAILED}
    >
      <p>Every login of your account ends at once, in this browser too.</p>
    </AskDialog>
  );
}
