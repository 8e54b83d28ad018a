import { Badge } from "../../ui/badge.tsx";
import { ExportButton } from "../layout/export-button.tsx";
import type { AdminResource } from "../resource/admin-resource.ts";
import { ResourceScreen, resourceLoader } from "../resource/resource-screen.tsx";
import type { Route } from "./+types/coupons";
import { CouponFields } from "./coupon-fields.tsx";
import { describeDays, describeOffer, describeUses, inactiveReason } from "./coupon-text.ts";

const coupons: AdminResource<"coupons"> = {
  kind: "coupons",
  noun: "coupon",
  loadFailed: "❌ Failed to load coupons",
  columns: [
    {
      title: "Code",
      look: "lead",
      cell: (coupon) => {
        const idle = inactiveReason(coupon);
        return (
          <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-semibold md:min-w-32 wrap-anywhere">{coupon.code}</span>
            {idle && <Badge tone="gold">{idle}</Badge>}
          </span>
        );
      },
    },
    { title: "Offer", look: "wide", cell: describeOffer },
    {
      title: "Valid",
      cell: (coupon) => <span className="whitespace-pre-line md:whitespace-pre">{describeDays(coupon)}</span>,
    },
    { title: "Uses", look: "number", cell: describeUses },
  ],
  nameOf: ({ code }) => code,
  Fields: CouponFields,
};

export const clientLoader = resourceLoader("coupons");

export default function Coupons({ loaderData }: Route.ComponentProps) {
  return (
    <ResourceScreen
      resource={coupons}
      data={loaderData}
      actions={<ExportButton url="/api/coupons.csv" what="coupons" />}
    />
  );
}
