import "../../ui/compact.css";
import "./admin.css";
import "./admin-table.css";
import { useState } from "react";
import { Outlet } from "react-router";
import { PAYMENT_METHOD } from "../../../contracts/payments/payment-rules.ts";
import { useGuard, verifyOwner } from "../../lib/guard.ts";
import { shopOf, useSettings } from "../../lib/site.ts";
import { Icon } from "../../ui/icon.tsx";
import { NeedsScript } from "../../ui/needs-script.tsx";
import type { Route } from "./+types/admin-frame";
import { AdminKeys } from "./admin-keys.tsx";
import { AdminNav, adminLinks } from "./admin-nav.tsx";

/** Layout route of the admin: guards every page inside it. */
export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  await verifyOwner(url);
  return null;
}
clientLoader.hydrate = true as const;
/** Also when another page of the admin is opened. */
export const shouldRevalidate = () => true;

/** Default title of every screen; a page may export its own `meta`. */
export function meta({ location: { pathname }, matches }: Route.MetaArgs) {
  const screen = adminLinks.findLast(({ to }) => pathname.startsWith(to));
  return [{ title: `${screen?.name} | Admin | ${shopOf(matches).brand}` }, { name: "robots", content: "noindex" }];
}

export default function AdminFrame() {
  useGuard();
  const { payments } = useSettings();
  const [showsKeys, setShowsKeys] = useState(false);
  const openKeys = () => setShowsKeys(true);
  const closeKeys = () => setShowsKeys(false);
  return (
    <div className="admin">
      <AdminNav onShowKeys={openKeys} />
      <div className="min-w-0">
        {payments !== PAYMENT_METHOD && <PaymentNote mode={payments} />}
        <div className="admin-shell pt-5 pb-24">
          <Outlet />
        </div>
      </div>
      <AdminKeys isOpen={showsKeys} onOpen={openKeys} onClose={closeKeys} />
    </div>
  );
}

const notes = {
  sandbox: ["Payments are in sandbox mode", "no money moves."],
  none: ["This shop cannot take payments yet", "type the keys under Settings, Payments."],
} as const;

function PaymentNote({ mode }: { mode: keyof typeof notes }) {
  const [note, text] = notes[mode];
  return (
    <div className="border-b border-line bg-sand">
      <p className="admin-shell flex items-center gap-2 py-2 text-small">
        <Icon name="info" size={18} className="shrink-0" />
        <span>
          <strong className="font-semibold">{note}:</strong> {text}
        </span>
      </p>
    </div>
  );
}

/** The server-rendered page is the same for everyone: a skeleton until hydration. */
export function HydrateFallback() {
  return (
    <div className="admin">
      <div className="admin-bar bg-night" />
      <div className="min-w-0">
        <div className="admin-shell">
          <NeedsScript />
        </div>
        <div className="needs-script admin-shell grid gap-4 pt-5 pb-24" aria-busy="true">
          <div className="bone h-11" />
          <div className="bone h-96" />
        </div>
      </div>
    </div>
  );
}
