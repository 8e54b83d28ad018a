import { useEffect, useState } from "react";
import { browserApi } from "../../lib/browser-api.ts";
import { toast } from "../../lib/toast.ts";
import { useSend } from "../../lib/use-send.ts";
import { SmallButton, smallButton } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Panel } from "../../ui/panel.tsx";

/** The link with which calendar programs show an expert's appointments. */
export function FeedPanel({ expertId }: { expertId: string }) {
  const params = { id: expertId };
  const [isOn, setOn] = useState<boolean>();
  const [url, setUrl] = useState("");
  const { send, isSending } = useSend("That did not work. Please try again.", { asToast: true });
  useEffect(() => {
    browserApi
      .call("GET /api/experts/:id/feed", { params: { id: expertId } })
      .then((feed) => setOn(feed.isOn))
      .catch(() => setOn(false));
  }, [expertId]);

  const renew = () =>
    send(async () => {
      setUrl((await browserApi.call("POST /api/experts/:id/feed", { params })).url);
      setOn(true);
    });
  const end = () =>
    send(async () => {
      await browserApi.call("DELETE /api/experts/:id/feed", { params });
      setUrl("");
      setOn(false);
      toast("The calendar link has ended");
    });

  return (
    <Panel title="Sessions in a calendar">
      <p className="-mt-2">
        Calendar programs can show the sessions of the last 30 days and all that come. The link says when they are,
        never who calls. Calendars look for changes every few hours, so trust this page and our mails first.
      </p>
      {url && <NewLink url={url} />}
      <p role="status" className="mt-4 text-ink-soft">
        {!url &&
          (isOn
            ? "A link is in use. We cannot show it again; a new link ends it."
            : isOn === false
              ? "There is no link yet."
              : "Loading…")}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <SmallButton disabled={isSending || isOn === undefined} onClick={renew}>
          {isOn ? "Make a new link" : "Make a link"}
        </SmallButton>
        {isOn && (
          <SmallButton disabled={isSending} onClick={end}>
            End the link
          </SmallButton>
        )}
      </div>
    </Panel>
  );
}

/** The link is shown once, right after it was created. */
function NewLink({ url }: { url: string }) {
  return (
    <div className="mt-4 rounded-control bg-sand p-4">
      <label htmlFor="feed-url" className="font-semibold">
        Your secret link
      </label>
      <p className="text-small text-ink-soft">Copy it now: it is shown once. Do not pass it on.</p>
      <input
        id="feed-url"
        readOnly
        value={url}
        onFocus={({ currentTarget }) => currentTarget.select()}
        className="mt-1.5 min-h-11 w-full rounded-control border border-edge bg-paper px-3 text-small"
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={url} />
        <a href={url.replace(/^https?:/, "webcal:")} className={`button button-quiet ${smallButton}`}>
          Open in my calendar
        </a>
      </div>
      <p className="mt-3 text-small text-ink-soft">
        Google Calendar: Other calendars, From URL, paste the link. Apple and Outlook: Open in my calendar.
      </p>
    </div>
  );
}
