import { useState } from "react";
import type { Activity } from "../../../contracts/activity/activity.ts";
import type { SettingChange, SettingState } from "../../../contracts/settings/settings-calls.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { formatMoment } from "../../lib/dates.ts";
import { toast } from "../../lib/toast.ts";
import { useSend } from "../../lib/use-send.ts";
import { AskDialog } from "../../ui/ask-dialog.tsx";
import { ChangeList } from "../activity/activity-entry.tsx";

interface HistoryProps {
  state: SettingState;
  onReverted: (state: SettingState) => Promise<void>;
}

export function History({ state: { group, version }, onReverted }: HistoryProps) {
  const [changes, setChanges] = useState<SettingChange[]>();
  const { send, error: problem } = useSend("The earlier versions could not be loaded.");
  /** The version to publish again; 0 is the defaults. */
  const [chosen, setChosen] = useState<number>();
  const close = () => setChosen(undefined);
  if (version === 0) return null;

  const load = () =>
    send(async () => setChanges(await browserApi.call("GET /api/settings/:group/history", { params: { group } })));

  async function revert() {
    const body = { version, to: chosen! };
    await onReverted(await browserApi.call("POST /api/settings/:group/revert", { params: { group }, body }));
    toast("✅ Published. Every page shows it now.");
    close();
  }

  return (
    <details className="mt-6 max-w-[52rem]" onToggle={() => void (changes ?? load())}>
      <summary className="row-action -ml-2">Earlier versions</summary>
      <p role="alert" className="text-rose empty:hidden">
        {problem}
      </p>
      <ol className="mt-2 grid gap-3">
        {changes?.map((change) => (
          <li key={change.version} className="admin-card">
            <p>
              Version {change.version}, {formatMoment(change.at)}, {change.by}
            </p>
            <ChangeList action="updated" changes={change.changes as Activity["changes"]} />
            {change.version < version && (
              <button type="button" className="row-action -ml-2" onClick={() => setChosen(change.version)}>
                Publish version {change.version} again
              </button>
            )}
          </li>
        ))}
      </ol>
      {changes && (
        <button type="button" className="row-action -ml-2 mt-2" onClick={() => setChosen(0)}>
          Go back to the defaults
        </button>
      )}
      <AskDialog
        open={chosen !== undefined}
        onClose={close}
        title="Publish an earlier version"
        action={["Publish", "Publishing…"]}
        send={revert}
        failed="❌ Operation failed"
      >
        <p>
          Every page shows {chosen === 0 ? "the defaults" : `version ${chosen}`} at once. What is published now stays in
          this list.
        </p>
      </AskDialog>
    </details>
  );
}
