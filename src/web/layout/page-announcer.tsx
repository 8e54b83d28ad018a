import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

/** A page that changes without a reload says its name to screen readers, as a loaded one would. */
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
