import { useState } from "react";
import type { Coupon } from "../../../contracts/coupons/coupon.ts";
import {
  CODE_PATTERN,
  CODE_RULE,
  type CouponKind,
  type CouponScope,
  MAX_CODE_LENGTH,
  MAX_COUPON_ITEMS,
  serviceCategories,
} from "../../../contracts/coupons/coupon-rules.ts";
import { formatDay, indianToday } from "../../lib/dates.ts";
import { formatRupees } from "../../lib/money.ts";
import { useShop } from "../../lib/site.ts";
import { Badge } from "../../ui/badge.tsx";
import { CheckboxField, Options, RupeesField, SelectField, WholeNumberField } from "../../ui/choice-fields.tsx";
import { Field } from "../../ui/field.tsx";
import { DetailList } from "../layout/detail-list.tsx";
import { ExportButton } from "../layout/export-button.tsx";
import { countOf, formatCount } from "../layout/labels.ts";
import { type AdminResource, capitalize, type FieldsProps } from "../resource/admin-resource.ts";
import { ChecksField } from "../resource/checks-field.tsx";
import { PickField } from "../resource/pick-field.tsx";
import { resourceLoader } from "../resource/resource-loader.ts";
import { ResourceScreen } from "../resource/resource-screen.tsx";
import type { Route } from "./+types/coupons";

const kindNames: Record<CouponKind, string> = {
  percent: "Percent off",
  amount: "Rupees off",
  free_delivery: "Free delivery",
};

const scopeNames: Record<CouponScope, string> = {
  all: "Everything",
  category: "Categories",
  items: "Products and courses",
};

function describeOffer({ kind, value, minTotal }: Coupon) {
  const offer =
    kind === "free_delivery"
      ? "Free delivery"
      : kind === "percent"
        ? `${value} % off`
        : `${formatRupees(value ?? 0)} off`;
  return minTotal === null ? offer : `${offer} from ${formatRupees(minTotal)}`;
}

/** Two lines when both days are set. */
function describeDays({ from, until }: Coupon) {
  const days = [from && `From ${formatDay(from)}`, until && `Until ${formatDay(until)}`].filter(Boolean);
  return days.join("\n") || "Always";
}

/** Why the coupon cannot be used today; undefined when it can. */
function inactiveReason({ active, from, until, totalUses, report }: Coupon, today = indianToday()) {
  if (!active) return "Off";
  if (from && today < from) return "Not yet";
  if (until && today > until) return "Ended";
  return totalUses !== null && report.uses + report.reserved >= totalUses ? "Used up" : undefined;
}

function describeUses({ report, totalUses }: Coupon) {
  const uses =
    totalUses === null ? formatCount(report.uses) : `${formatCount(report.uses)} of ${formatCount(totalUses)}`;
  return report.reserved > 0 ? `${uses}, ${formatCount(report.reserved)} unpaid` : uses;
}

function CouponFields({ record, errors, field }: FieldsProps<Coupon>) {
  const [kind, setKind] = useState<CouponKind>(record?.kind ?? "percent");
  const [scope, setScope] = useState<CouponScope>(record?.scope ?? "all");
  return (
    <>
      {record && <CouponReport report={record.report} />}
      <Field
        label="Code"
        {...field("code")}
        required
        maxLength={MAX_CODE_LENGTH}
        pattern={CODE_PATTERN}
        rule={CODE_RULE}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint="What buyers type, in any case: letters, digits and hyphens."
      />
      <div className="fit-columns-[9.5rem] gap-4">
        <SelectField
          label="Kind"
          name="kind"
          required
          value={kind}
          onChange={({ target }) => setKind(target.value as CouponKind)}
          error={errors.kind}
        >
          <Options of={Object.entries(kindNames)} />
        </SelectField>
        {kind !== "free_delivery" && (
          <RupeesField
            label={kind === "percent" ? "Percent" : "Rupees"}
            {...field("value")}
            required
            min={0.01}
            max={kind === "percent" ? 100 : undefined}
          />
        )}
        <RupeesField label="Minimum" {...field("minTotal")} min={1} hint="Rupees in the cart." />
      </div>
      <div className="fit-columns-[9.5rem] gap-4">
        <Field label="Valid from" {...field("from")} type="date" />
        <Field label="Valid until" {...field("until")} type="date" />
      </div>
      <div className="fit-columns-[9.5rem] gap-4">
        <WholeNumberField label="Uses in all" {...field("totalUses")} min={1} hint="Empty: any number." />
        <WholeNumberField label="Per buyer" {...field("usesPerCustomer")} min={1} hint="Empty: any number." />
      </div>
      <CheckboxField
        label="First order only"
        name="firstOrderOnly"
        defaultChecked={record?.firstOrderOnly ?? false}
        hint="For accounts that have not paid for an order yet, once."
        error={errors.firstOrderOnly}
      />
      <SelectField
        label="Applies to"
        name="scope"
        required
        value={scope}
        onChange={({ target }) => setScope(target.value as CouponScope)}
        error={errors.scope}
      >
        <Options of={Object.entries(scopeNames)} />
      </SelectField>
      <ScopeFields scope={scope} record={record} errors={errors} />
      <CheckboxField
        label="Active"
        name="active"
        defaultChecked={record?.active ?? true}
        hint="Without the tick nobody can use it. Orders keep their discount."
        error={errors.active}
      />
    </>
  );
}

interface ScopeFieldsProps extends Pick<FieldsProps<Coupon>, "record" | "errors"> {
  scope: CouponScope;
}

const NONE: string[] = [];

function ScopeFields({ scope, record, errors }: ScopeFieldsProps) {
  if (scope === "all") return null;
  if (scope === "category") return <CategoriesField chosen={record?.categories ?? NONE} error={errors.categories} />;
  return (["products", "courses"] as const).map((kind) => (
    <PickField
      key={kind}
      label={capitalize(kind)}
      name={kind}
      kind={kind}
      max={MAX_COUPON_ITEMS}
      hint="The coupon takes money off these alone."
      ids={record?.[kind] ?? NONE}
      error={errors[kind]}
    />
  ));
}

function CategoriesField({ chosen, error }: { chosen: readonly string[]; error: string | undefined }) {
  const { categories } = useShop();
  const names = new Map([
    ...categories.map(({ id, name }) => [id, name] as const),
    ...Object.entries(serviceCategories),
  ]);
  return (
    <ChecksField
      label="Categories"
      name="categories"
      choices={names}
      initial={chosen}
      hasIds
      required
      className="mt-1 grid grid-cols-2 gap-x-4"
      error={error}
    />
  );
}

function CouponReport({ report }: { report: Coupon["report"] }) {
  const { uses, reserved, late, discount, revenue } = report;
  const count = (orders: number) => countOf(orders, "order", "orders");
  return (
    <section aria-label="Report" className="rounded-control bg-sand px-4 py-3">
      <DetailList
        details={{
          Used: `${count(uses)}, paid`,
          Reserved: `${count(reserved)}, not paid yet`,
          ...(late > 0 && { Late: `${count(late)}, paid after it was used up` }),
          Discounts: formatRupees(discount),
          Revenue: formatRupees(revenue),
        }}
      />
    </section>
  );
}

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
