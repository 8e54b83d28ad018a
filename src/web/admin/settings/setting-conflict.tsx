import type { SettingState } from "../../../contracts/settings/settings-calls.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { AdminButton } from "../layout/admin-button.tsx";
import { groupFields, type Values } from "./group-fields.ts";

interface SettingConflictProps {
  /** The version that somebody else has published. */
  conflict: SettingState | undefined;
  /** The form's values. */
  values: Values;
  onTake: () => void;
  onPublish: () => void;
  onClose: () => void;
}

/** Shown when somebody else published first. */
export function SettingConflict({ conflict, values, onTake, onPublish, onClose }: SettingConflictProps) {
  const differing = conflict
    ? groupFields[conflict.group].filter(
        ({ name }) => JSON.stringify(values[name]) !== JSON.stringify(conflict.values[name]),
      )
    : [];
  return (
    <Dialog open={conflict !== undefined} onClose={onClose} title="These settings were changed meanwhile" look="choice">
      <div className="px-5 pb-5">
        <p>Somebody published them after you opened them. Nothing of yours was published yet. The two differ in:</p>
        <ul className="mt-3 list-disc pl-6">
          {differing.map(({ name, label }) => (
            <li key={name}>{label}</li>
          ))}
        </ul>
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <AdminButton onClick={onTake}>Take what is published now</AdminButton>
          <AdminButton look="accent" onClick={onPublish}>
            Publish mine over it
          </AdminButton>
        </div>
      </div>
    </Dialog>
  );
}
