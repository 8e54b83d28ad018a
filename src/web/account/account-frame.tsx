import type { ReactNode } from "react";
import { useShop } from "../lib/site.ts";
import { Icon } from "../ui/icon.tsx";
import { NeedsScript } from "../ui/needs-script.tsx";

interface AccountFrameProps {
  title: string;
  lead: string;
  children: ReactNode;
}

export function AccountFrame({ title, lead, children }: AccountFrameProps) {
  const shop = useShop();
  return (
    <div className="shell">
      <div className="account-frame">
        <div className="account-sky night-sky on-night flex-col justify-between p-10 text-ivory">
          <Icon name="brand" size={56} />
          <p className="max-w-[14ch] font-display text-display">{shop.tagline}</p>
        </div>
        <div className="flex flex-col justify-center px-5 py-8 sm:p-10 lg:px-16">
          <h1 className="text-heading">{title}</h1>
          <p className="mt-2 mb-7 text-ink-soft">{lead}</p>
          {children}
          <NeedsScript />
        </div>
      </div>
    </div>
  );
}
