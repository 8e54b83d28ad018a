import { useContext, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { ChangedMeanwhile } from "../../../contracts/error.ts";
import type { Category, TaxSettings } from "../../../contracts/settings/settings.ts";
import type { SettingForm, SettingState } from "../../../contracts/settings/settings-calls.ts";
import { settingTitles } from "../../../contracts/settings/settings-rules.ts";
import { ApiError } from "../../lib/api.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { errorMessage } from "../../lib/error-message.ts";
import { toast } from "../../lib/toast.ts";
import { hasFields, useForm } from "../../lib/use-form.ts";
import { useUnsavedGuard } from "../../lib/use-unsaved-guard.ts";
import { SmallButton } from "../../ui/button.tsx";
import { Options, SelectField } from "../../ui/choice-fields.tsx";
import { ConflictDialog } from "../../ui/conflict-dialog.tsx";
import { FormError } from "../../ui/field.tsx";
import { ClaimsBox, useClaims } from "../layout/claims.tsx";
import { FeedLinks } from "./feed-links.tsx";
import type { Values } from "./field-kinds.ts";
import { groupFields } from "./group-fields.ts";
import { History } from "./history.tsx";
import { SettingFields } from "./setting-field.tsx";
import { GroupsContext } from "./special-fields.tsx";

const NOTE =
  "mb-4 flex max-w-[52rem] flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-card border border-gold bg-sand px-4 py-2";

export function GroupForm({ initial }: { initial: SettingState }) {
  const form = useGroupForm(initial);
  const { state, values, errors, intent, isSending, conflict } = form;
  const { group } = state;
  const groups = useContext(GroupsContext);
  const submit = (wanted: "preview" | "publish") => ({
    type: "submit" as const,
    disabled: isSending,
    onClick() {
      intent.current = wanted;
    },
  });
  // A link may lead to one field: its name is the hash.
  useEffect(() => {
    document.getElementsByName(decodeURIComponent(location.hash.slice(1)))[0]?.focus();
  }, []);
  return (
    <>
      {state.problem && (
        <p role="alert" className={NOTE}>
          The stored values are damaged, so the shop uses those shown here: {state.problem} Check them, then publish.
        </p>
      )}
      {state.draft && (
        <div className={NOTE}>
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
      <form method="dialog" aria-label={settingTitles[group]} {...form.attributes} className="max-w-[52rem]">
        <GroupsContext value={group === "tax" ? { ...groups, tax: values as TaxSettings } : groups}>
          <SettingFields
            fields={groupFields[group]}
            path=""
            values={values}
            errors={errors}
            onChange={form.setValues}
          />
        </GroupsContext>
        {group === "search" && <FeedLinks />}
        {group === "categories" && (
          <MovedCategories published={state.values} values={values} moved={form.moved} onChange={form.setMoved} />
        )}
        <div className="sticky bottom-0 z-10 mt-4 grid gap-2 border-t border-line bg-ivory py-3">
          <FormError>{form.error}</FormError>
          <ClaimsBox claims={form.claims} />
          <div className="flex flex-wrap gap-3">
            <SmallButton look="accent" {...submit("publish")}>
              {isSending && intent.current === "publish"
                ? "Publishing…"
                : form.claims.length > 0
                  ? "Publish anyway"
                  : "Publish"}
            </SmallButton>
            <SmallButton {...submit("preview")}>Preview</SmallButton>
          </div>
        </div>
      </form>
      <History key={state.version} state={state} onReverted={form.adopt} />
      <ConflictDialog
        open={conflict !== undefined}
        title="These settings were changed meanwhile"
        lead="Somebody published them after you opened them. Nothing of yours was published yet. The two differ in:"
        take="Take what is published now"
        overwrite="Publish mine over it"
        onTake={() => void form.adopt(conflict!)}
        onOverwrite={form.publishAnyway}
        onClose={form.closeConflict}
      >
        <ul className="mt-3 list-disc pl-6">
          {groupFields[group]
            .filter(({ name }) => conflict && JSON.stringify(values[name]) !== JSON.stringify(conflict.values[name]))
            .map(({ name, label }) => (
              <li key={name}>{label}</li>
            ))}
        </ul>
      </ConflictDialog>
    </>
  );
}

/** Empty lines, for example after a trailing line break, are not sent. */
const withoutEmptyLines = (value: unknown): unknown => {
  if (Array.isArray(value))
    return value.filter((item) => typeof item !== "string" || item.trim() !== "").map(withoutEmptyLines);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutEmptyLines(part)]));
  return value;
};

/** A link of the dashboard adds a word to the other words of the search. */
function startValues({ group, draft, values }: SettingState): Values {
  const start = draft ?? values;
  const word = group === "search" && new URLSearchParams(location.search).get("word");
  return word ? { ...start, aliases: [{ words: word, means: "" }, ...(start.aliases as Values[])] } : start;
}

type Moved = NonNullable<SettingForm["moved"]>;

/** State of a group's form: values, draft, and the conflict when somebody else publishes first. */
function useGroupForm(initial: SettingState) {
  const { revalidate } = useRevalidator();
  const [state, setState] = useState(initial);
  const [values, setValues] = useState<Values>(() => startValues(initial));
  /** What the form showed when it was opened or last saved. A word that a link added is no unsaved change. */
  const [shown, setShown] = useState(values);
  const [moved, setMoved] = useState<Moved>([]);
  const [conflict, setConflict] = useState<SettingState>();
  const [preview, setPreview] = useState<string>();
  const intent = useRef<"preview" | "publish">("publish");
  const { claims, mayPublish, recheck, clear } = useClaims();
  const { group } = state;
  const textsIn = (all: Values) => groupFields[group].map(({ name, label }) => [label, all[name]] as const);
  const params = { group };

  useUnsavedGuard(() => JSON.stringify(values) !== JSON.stringify(shown));

  function show(saved: Values) {
    setValues(saved);
    setShown(saved);
  }

  async function adopt(published: SettingState) {
    setState(published);
    show(published.values);
    setMoved([]);
    setConflict(undefined);
    setPreview(undefined);
    clear();
    await revalidate();
  }

  async function publish(version: number) {
    const body = { version, values: withoutEmptyLines(values) as Values, moved };
    try {
      await adopt(await browserApi.call("PUT /api/settings/:group", { params, body }));
      toast("✅ Published. Every page shows it now.");
    } catch (error) {
      if (error instanceof ApiError && error.code === "changed_meanwhile")
        setConflict((error.problem as ChangedMeanwhile<SettingState>).current);
      throw error;
    }
  }

  async function saveDraft() {
    const draft = withoutEmptyLines(values) as Values;
    const { preview } = await browserApi.call("PUT /api/settings/:group/draft", { params, body: { values: draft } });
    setState({ ...state, draft });
    show(draft);
    setPreview(preview);
    // Some browsers block the new tab after the request: the form has a link as well.
    window.open(preview, "_blank", "noopener");
  }

  const form = useForm({
    async send() {
      if (intent.current === "preview") await saveDraft();
      else if (await mayPublish(textsIn(values))) await publish(state.version);
    },
    fail(refusal, error) {
      const message = errorMessage(error, "❌ Operation failed");
      toast(message, { tone: "bad" });
      return hasFields(refusal) ? "Please check the marked fields." : message;
    },
  });

  return {
    ...form,
    state,
    intent,
    preview,
    claims,
    values,
    setValues(changed: Values) {
      setValues(changed);
      recheck(textsIn(changed));
    },
    moved,
    setMoved,
    conflict,
    adopt,
    closeConflict: () => setConflict(undefined),
    publishAnyway: () => void publish(conflict!.version).catch(() => {}),
    async discardDraft() {
      await browserApi.call("DELETE /api/settings/:group/draft", { params });
      setState({ ...state, draft: null });
      show(state.values);
      setPreview(undefined);
    },
  };
}

interface MovedCategoriesProps {
  published: Values;
  values: Values;
  moved: Moved;
  onChange: (moved: Moved) => void;
}

function MovedCategories({ published, values, moved, onChange }: MovedCategoriesProps) {
  const current = values.categories as Category[];
  const removed = (published.categories as Category[]).filter(({ id }) => !current.some((one) => one.id === id));
  return removed.map(({ id, name }) => (
    <SelectField
      key={id}
      label={`Products of “${name}” move to`}
      hint="Without a choice, it can only be removed while it has no products."
      value={moved.find(({ from }) => from === id)?.into ?? ""}
      onChange={({ target }) => {
        const others = moved.filter(({ from }) => from !== id);
        onChange(target.value ? [...others, { from: id, into: target.value }] : others);
      }}
    >
      <option value="">Nowhere</option>
      <Options
        of={current.filter(({ subCategories }) => subCategories.length === 0).map(({ id, name }) => [id, name])}
      />
    </SelectField>
  ));
}
