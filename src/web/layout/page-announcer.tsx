import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

/** Announces the page title to screen readers after client-side navigation. */
export function PageAnnouncer() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const [name, setName] = useState("");

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setName(document.title);
  }, [pathname]);

  return (
    <div aria-live="polite" className="sr-only">
      {name}
    </div>
  );
}
