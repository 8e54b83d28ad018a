import type { ReactNode } from "react";
import { Link } from "../ui/link.tsx";

export function AccountLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center font-semibold text-saffron-deep underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  );
}
