import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { control, useFieldText } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { resourceCalls } from "./resource-calls.ts";

interface PickFieldProps {
  label: string;
  name: string;
  kind: "products" | "courses";
  max: number;
  /** Follows "At most 6." below the field. */
  hint: string;
  ids: readonly string[];
  error: string | undefined;
}

interface Choice {
  _id: string;
  title: string;
  published: boolean;
}

const MAX_MATCHES = 6;
const PAUSE_MS = 200;

const titleOf = ({ title, published }: Choice) => (published ? title : `${title} (draft: not shown yet)`);

function useMatches(kind: PickFieldProps["kind"], q: string) {
  const [matches, setMatches] = useState<Choice[]>([]);
  useEffect(() => {
    if (!q) return setMatches([]);
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const found = await resourceCalls(kind)
        .list({ q, page: 1, limit: MAX_MATCHES })
        .catch(() => undefined);
      if (isCurrent) setMatches(found?.items ?? []);
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [kind, q]);
  return matches;
}

/** Chooses records of another kind by searching for them. Sends their ids, separated by commas. */
export function PickField({ label, name, kind, max, hint, ids: initialIds, error }: PickFieldProps) {
  const [ids, setIds] = useState(initialIds);
  const [known, setKnown] = useState<ReadonlyMap<string, Choice>>(new Map());
  const [isLoaded, setLoaded] = useState(initialIds.length === 0);
  const [q, setQ] = useState("");
  const matches = useMatches(kind, q.trim()).filter(({ _id }) => !ids.includes(_id));
  const matchesId = useId();
  const text = useFieldText({ label, error, hint: `At most ${max}. ${hint}` });
  const isFull = ids.length >= max;

  useEffect(() => {
    if (initialIds.length === 0) return;
    resourceCalls(kind)
      .list({ ids: initialIds.join() })
      .then(({ items }) => {
        setKnown((before) => new Map([...before, ...items.map((item) => [item._id, item] as const)]));
        setLoaded(true);
      })
      .catch(() => {});
  }, [kind, initialIds]);

  function add(choice: Choice | undefined) {
    if (!choice || isFull) return;
    setKnown((before) => new Map([...before, [choice._id, choice]]));
    setIds([...ids, choice._id]);
    setQ("");
  }

  /** Enter takes the first match and never sends the form. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    add(matches[0]);
  }

  const shownTitle = (id: string) => {
    const choice = known.get(id);
    return choice ? titleOf(choice) : isLoaded ? "Deleted" : "Loading…";
  };

  return (
    <div>
      {text.label(false)}
      <input
        type="hidden"
        name={name}
        value={ids.join()}
        data-label={label}
        data-titles={ids.map(shownTitle).join("\n")}
      />
      {ids.length > 0 && (
        <ul aria-label={`Chosen: ${label}`} className="mt-1.5 grid gap-1">
          {ids.map((id) => (
            <li key={id} className="flex items-center justify-between gap-2 rounded-control bg-sand pl-4">
              <span className="min-w-0 wrap-anywhere">{shownTitle(id)}</span>
              <IconButton
                label={`Remove ${shownTitle(id)}`}
                onClick={() => setIds(ids.filter((other) => other !== id))}
              >
                <Icon name="x" size={18} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <input
        {...text.attributes}
        type="search"
        autoComplete="off"
        aria-controls={matchesId}
        placeholder={isFull ? "Remove one to add another" : `Search ${kind} by name`}
        disabled={isFull}
        value={q}
        onChange={(event) => setQ(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        className={classes(control, "min-h-12")}
      />
      <ul id={matchesId} aria-label={`Found ${kind}`} aria-live="polite" className="grid gap-1 not-empty:mt-1">
        {q &&
          matches.map((choice) => (
            <li key={choice._id}>
              <button
                type="button"
                onClick={() => add(choice)}
                className="flex min-h-11 w-full items-center gap-2 rounded-control border border-line px-4 text-left hover:bg-sand"
              >
                <Icon name="plus" size={18} className="shrink-0" />
                <span className="min-w-0 wrap-anywhere">{titleOf(choice)}</span>
              </button>
            </li>
          ))}
      </ul>
      {text.note}
    </div>
  );
}
