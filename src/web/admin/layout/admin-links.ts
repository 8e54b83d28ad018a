import type { AdminIconName } from "./admin-icon.tsx";

export const adminGroups = ["Work", "Shop", "More"] as const;

interface AdminLink {
  to: string;
  name: string;
  icon: AdminIconName;
  group: (typeof adminGroups)[number];
}

/** The screens of the admin, in the order of the rail. A new screen is one line. */
export const adminLinks: readonly AdminLink[] = [
  { to: "/admin", name: "Dashboard", icon: "dashboard", group: "Work" },
  { to: "/admin/orders", name: "Orders", icon: "box", group: "Work" },
  { to: "/admin/appointments", name: "Appointments", icon: "calendar", group: "Work" },
  { to: "/admin/customers", name: "Customers", icon: "people", group: "Work" },
  { to: "/admin/enquiries", name: "Enquiries", icon: "letter", group: "Work" },
  { to: "/admin/products", name: "Products", icon: "gem", group: "Shop" },
  { to: "/admin/courses", name: "Courses", icon: "book", group: "Shop" },
  { to: "/admin/blogs", name: "Blogs", icon: "article", group: "Shop" },
  { to: "/admin/experts", name: "Experts", icon: "person", group: "Shop" },
  { to: "/admin/coupons", name: "Coupons", icon: "ticket", group: "Shop" },
  { to: "/admin/sales", name: "Sales", icon: "bars", group: "More" },
  { to: "/admin/people", name: "People", icon: "key", group: "More" },
  { to: "/admin/settings", name: "Settings", icon: "sliders", group: "More" },
  { to: "/admin/activity", name: "Activity", icon: "clock", group: "More" },
  { to: "/admin/first-day", name: "First day", icon: "dashboard", group: "More" },
];
