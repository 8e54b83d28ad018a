import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { Link, NavLink } from "../../ui/link.tsx";
import { adminLinks } from "./admin-links.ts";

/** The bar sticks below the shop's header, whose height depends on the text size. */
function useHeaderHeight() {
  useLayoutEffect(() => {
    const header = document.querySelector<HTMLElement>("body > header");
    const { style } = document.documentElement;
    if (!header) return;
    const observer = new ResizeObserver(() => style.setProperty("--header-height", `${header.offsetHeight}px`));
    observer.observe(header);
    return () => observer.disconnect();
  }, []);
}

/** One row of links; it scrolls sideways on narrow screens, with the current link in view. */
export function AdminNav() {
  const list = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  useHeaderHeight();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen marks another link.
  useEffect(() => {
    const row = list.current;
    const current = row?.querySelector<HTMLElement>("[aria-current=page]");
    if (row && current)
      row.scrollLeft = current.offsetLeft - row.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);

  return (
    <nav aria-label="Admin" className="admin-bar on-night bg-night text-moon">
      <ul ref={list} className="admin-shell scrollbar-none flex items-stretch gap-x-1 overflow-x-auto">
        {adminLinks.map(({ to, name }) => (
          <li key={to} className="shrink-0">
            <NavLink to={to} end={to === "/admin"} className="admin-tab">
              {name}
            </NavLink>
          </li>
        ))}
        <li className="ml-auto shrink-0 pl-4">
          <Link to="/" className="admin-tab gap-1.5">
            <Icon name="arrow-left" size={16} />
            Back to the shop
          </Link>
        </li>
      </ul>
    </nav>
  );
}
