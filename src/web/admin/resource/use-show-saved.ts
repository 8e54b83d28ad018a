import { type RefObject, useEffect, useState } from "react";

type Section = RefObject<HTMLElement | null>;

/**
 * On a narrow screen the form is below the list, so after a save only the next empty form would be in view. The returned
 * function scrolls to the saved record's row once the list has reloaded, and returns whether it will. On wide screens both
 * are in view and nothing moves.
 */
export function useShowSaved(listRef: Section, formRef: Section, list: unknown) {
  const [saved, setSaved] = useState<{ id: string; oldList: unknown }>();

  useEffect(() => {
    if (!saved || saved.oldList === list) return;
    const row = listRef.current?.querySelector(`[data-key="${CSS.escape(saved.id)}"]`);
    if (row) row.scrollIntoView({ block: "center" });
    else listRef.current?.scrollIntoView();
    setSaved(undefined);
  }, [saved, list, listRef]);

  return (id: string) => {
    const isStacked = (formRef.current?.offsetTop ?? 0) > (listRef.current?.offsetTop ?? 0);
    if (isStacked) setSaved({ id, oldList: list });
    return isStacked;
  };
}
