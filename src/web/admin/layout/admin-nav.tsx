import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { IconButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Link, NavLink } from "../../ui/link.tsx";
import sheet from "./admin-icons.svg?url";

/**
 * The rail sticks below the shop's header, whose height depends on the text size, and ends at the lower edge of the window.
 * Until the page is scrolled, an announcement is above the header.
 */
function useHeaderPosition() {
  useLayoutEffect(() => {
    const header = document.querySelector<HTMLElement>("body > header");
    const { style } = document.documentElement;
    if (!header) return;
    const measure = () => {
      style.setProperty("--header-height", `${header.offsetHeight}px`);
      style.setProperty("--header-bottom", `${header.getBoundingClientRect().bottom}px`);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(header);
    observer.observe(document.body);
    addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      removeEventListener("scroll", measure);
    };
  }, []);
}

/** A column on wide screens. On narrow ones a row that scrolls sideways, and a sheet with all links. */
export function AdminNav({ onShowKeys }: { onShowKeys: () => void }) {
  const list = useRef<HTMLUListElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const { pathname } = useLocation();
  useHeaderPosition();

  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen marks another link.
  useEffect(() => {
    const row = list.current;
    const current = row?.querySelector<HTMLElement>("[aria-current=page]");
    if (row && current)
      row.scrollLeft = current.offsetLeft - row.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);

  return (
    <>
      <nav aria-label="Admin" className="admin-bar on-night bg-night text-moon">
        <IconButton label="All screens" aria-haspopup="dialog" onClick={() => setOpen(true)} className="lg:hidden">
          <Icon name="menu" size={22} />
        </IconButton>
        <ul ref={list} className="admin-links scrollbar-none">
          <LinkGroups />
          <li className="lg:mt-auto">
            <Link to="/" className="admin-tab">
              <Icon name="arrow-left" size={20} className="shrink-0" />
              Back to the shop
            </Link>
          </li>
        </ul>
        <div className="hidden justify-end border-t border-night-soft px-2.5 py-1.5 lg:flex">
          <button type="button" onClick={onShowKeys} aria-haspopup="dialog" className="admin-tab">
            <AdminIcon name="keyboard" />
            Keys
          </button>
        </div>
      </nav>
      <Dialog open={isOpen} onClose={close} title="Admin" look="sheet">
        <ul className="admin-sheet grid gap-4 overflow-y-auto px-5 pb-6">
          <LinkGroups replace />
        </ul>
      </Dialog>
    </>
  );
}

const LinkGroups = ({ replace }: { replace?: boolean }) =>
  adminGroups.map((group) => (
    <li key={group} className="admin-group">
      <p className="eyebrow admin-group-name">{group}</p>
      <ul>
        {adminLinks
          .filter((link) => link.group === group)
          .map(({ to, name, icon }) => (
            <li key={to}>
              <NavLink to={to} end={to === "/admin"} replace={replace} className="admin-tab">
                <AdminIcon name={icon} />
                {name}
              </NavLink>
            </li>
          ))}
      </ul>
    </li>
  ));

const adminGroups = ["Work", "Shop", "More"] as const;

/** The screens of the admin, in the order of the rail. A new screen is one line. */
export const adminLinks: readonly {
  to: string;
  name: string;
  icon: string;
  group: (typeof adminGroups)[number];
}[] = [
  { to: "/admin", name: "Dashboard", icon: "dashboard", group: "Work" },
  { to: "/admin/orders", name: "Orders", icon: "box", group: "Work" },
  { to: "/admin/appointments", name: "Appointments", icon: "calendar", group: "Work" },
  { to: "/admin/customers", name: "Customers", icon: "people", group: "Work" },
  { to: "/admin/reviews", name: "Reviews", icon: "star", group: "Work" },
  { to: "/admin/enquiries", name: "Enquiries", icon: "letter", group: "Work" },
  { to: "/admin/products", name: "Products", icon: "gem", group: "Shop" },
  { to: "/admin/courses", name: "Courses", icon: "book", group: "Shop" },
  { to: "/admin/blogs", name: "Blogs", icon: "article", group: "Shop" },
  { to: "/admin/experts", name: "Experts", icon: "person", group: "Shop" },
  { to: "/admin/coupons", name: "Coupons", icon: "ticket", group: "Shop" },
  { to: "/admin/sales", name: "Sales", icon: "bars", group: "More" },
  { to: "/admin/accounts", name: "Accounts", icon: "article", group: "More" },
  { to: "/admin/people", name: "People", icon: "key", group: "More" },
  { to: "/admin/settings", name: "Settings", icon: "sliders", group: "More" },
  { to: "/admin/integrations", name: "API keys and webhooks", icon: "key", group: "More" },
  { to: "/admin/activity", name: "Activity", icon: "clock", group: "More" },
  { to: "/admin/first-day", name: "First day", icon: "dashboard", group: "More" },
];

/** An icon that only the admin uses; the public pages do not load this sprite. Decorative. */
const AdminIcon = ({ name }: { name: string }) => (
  <svg width={20} height={20} aria-hidden className="shrink-0">
    <use href={`${sheet}#${name}`} />
  </svg>
);
