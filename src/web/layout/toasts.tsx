import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { dismissToast, raiseToasts, type Toast, useToasts } from "../lib/toast.ts";
import { IconButton } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";

const GAP_PX = 8;

/**
 * At the top right, below the header. On phones the left edge stays free for the tick on the success page.
 * Rendered even when empty: screen readers announce only changes inside an existing live region.
 */
export function Toasts() {
  const toasts = useToasts();
  const list = useRef<HTMLDivElement>(null);

  // Moves the toasts below the control just pressed if they would cover it.
  useLayoutEffect(() => {
    if (toasts.length > 0) raiseToasts();
    const { style } = list.current!;
    style.top = "";
    const { top, bottom, left } = list.current!.getBoundingClientRect();
    const pressed = document.activeElement?.closest("a, button, input, select")?.getBoundingClientRect();
    const isCovered = pressed && pressed.bottom > top && pressed.top < bottom && pressed.right > left;
    if (isCovered) style.top = `${pressed.bottom + GAP_PX}px`;
  }, [toasts]);

  return (
    <div ref={list} id="toasts" popover="manual" role="status">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

/** Dismisses itself after `lastsMs`, but not while it is hovered or has the focus. */
function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false);

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissToast(toast.id), toast.lastsMs);
    return () => clearTimeout(timer);
  }, [held, toast]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer.
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={`toast toast-${toast.tone}`}
    >
      <p className="grow leading-snug font-medium">{toast.text}</p>
      {toast.action && (
        <Link
          to={toast.action.to}
          target={toast.action.isNewTab ? "_blank" : undefined}
          onClick={() => dismissToast(toast.id)}
          className="toast-action"
        >
          {toast.action.label}
        </Link>
      )}
      <IconButton label="Dismiss" onClick={() => dismissToast(toast.id)} className="text-ink-soft hover:bg-sand">
        <Icon name="x" size={18} />
      </IconButton>
    </div>
  );
}
