export const adminLinks = [
  { to: "/admin", name: "Dashboard" },
  { to: "/admin/products", name: "Products" },
  { to: "/admin/courses", name: "Courses" },
  { to: "/admin/blogs", name: "Blogs" },
  { to: "/admin/experts", name: "Experts" },
  { to: "/admin/orders", name: "Orders" },
  { to: "/admin/customers", name: "Customers" },
  { to: "/admin/sales", name: "Sales" },
  { to: "/admin/enquiries", name: "Enquiries" },
  { to: "/admin/activity", name: "Activity" },
  { to: "/admin/settings", name: "Settings" },
  { to: "/admin/first-day", name: "First day" },
] as const;
