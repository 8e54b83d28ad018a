import type { SettingState } from "../../../contracts/settings/settings-calls.ts";
import { settingTitles } from "../../../contracts/settings/settings-rules.ts";
import { AdminButton } from "../layout/admin-button.tsx";
import { groupFields } from "./group-fields.ts";
import { History } from "./history.tsx";
import { MovedCategories } from "./moved-categories.tsx";
import { SettingConflict } from "./setting-conflict.tsx";
import { SettingFields } from "./setting-field.tsx";
import { useGroupForm } from "./use-group-form.ts";

export function GroupForm({ initial }: { initial: SettingState }) {
  const form = useGroupForm(initial);
  const { state, values, errors, intent, isSending } = form;
  const { group } = state;
  return (
    <>
      {state.problem && (
        <p role="alert" className="setting-note">
          The stored values are damaged, so the shop shows the defaults: {state.problem} Publish to repair them.
        </p>
      )}
      {state.draft && (
        <div className="setting-note">
          <p>
            This is a draft: visitors do not see it yet.{" "}
            {form.preview && (
              <a
                href={form.preview}
                target="_blank"
                rel="noopener"
                className="font-semibold underline underline-offset-4"
              >
                Open the preview
              </a>
            )}
          </p>
          <button type="button" className="row-action" onClick={() => void form.discardDraft()}>
            Discard the draft
          </button>
        </div>
      )}
      <form method="dialog" aria-label={settingTitles[group]} {...form.attributes} className="setting-form">
        <SettingFields fields={groupFields[group]} path="" values={values} errors={errors} onChange={form.setValues} />
        {group === "categories" && (
          <MovedCategories published={state.values} values={values} moved={form.moved} onChange={form.setMoved} />
        )}
        <div className="setting-actions">
          <p role="alert" className="font-medium text-rose empty:hidden">
            {form.error}
          </p>
          <div className="flex flex-wrap gap-3">
            <AdminButton
              type="submit"
              look="accent"
              disabled={isSending}
              onClick={() => {
                intent.current = "publish";
              }}
            >
              {isSending && intent.current === "publish" ? "Publishing…" : "Publish"}
            </AdminButton>
            <AdminButton
              type="submit"
              disabled={isSending}
              onClick={() => {
                intent.current = "preview";
              }}
            >
              Preview
            </AdminButton>
          </div>
        </div>
      </form>
      <History key={state.version} state={state} onReverted={form.adopt} />
      <SettingConflict
        conflict={form.conflict}
        values={values}
        onTake={() => void form.adopt(form.conflict!)}
        onPublish={form.publishAnyway}
        onClose={form.closeConflict}
      />
    </>
  );
}
