import { useState } from "react";
import type { Coupon } from "../../../contracts/coupons/coupon.ts";
import {
  CODE_PATTERN,
  CODE_RULE,
  type CouponKind,
  type CouponScope,
  couponKinds,
  couponScopes,
  MAX_CODE_LENGTH,
} from "../../../contracts/coupons/coupon-rules.ts";
import { Field } from "../../ui/field.tsx";
import type { FieldsProps } from "../resource/admin-resource.ts";
import { CheckboxField, RupeesField, SelectField, WholeNumberField } from "../resource/fields.tsx";
import { CouponReport } from "./coupon-report.tsx";
import { kindNames, scopeNames } from "./coupon-text.ts";
import { ScopeFields } from "./scope-fields.tsx";

export function CouponFields({ record, errors }: FieldsProps<Coupon>) {
  const [kind, setKind] = useState<CouponKind>(record?.kind ?? "percent");
  const [scope, setScope] = useState<CouponScope>(record?.scope ?? "all");
  return (
    <>
      {record && <CouponReport report={record.report} />}
      <Field
        label="Code"
        name="code"
        required
        maxLength={MAX_CODE_LENGTH}
        pattern={CODE_PATTERN}
        rule={CODE_RULE}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint="What buyers type, in any case: letters, digits and hyphens."
        defaultValue={record?.code}
        error={errors.code}
      />
      <div className="field-row">
        <SelectField
          label="Kind"
          name="kind"
          required
          value={kind}
          onChange={({ target }) => setKind(target.value as CouponKind)}
          error={errors.kind}
        >
          {couponKinds.map((one) => (
            <option key={one} value={one}>
              {kindNames[one]}
            </option>
          ))}
        </SelectField>
        {kind !== "free_delivery" && (
          <RupeesField
            label={kind === "percent" ? "Percent" : "Rupees"}
            name="value"
            required
            min={0.01}
            max={kind === "percent" ? 100 : undefined}
            defaultValue={record?.value ?? undefined}
            error={errors.value}
          />
        )}
        <RupeesField
          label="Minimum"
          name="minTotal"
          min={1}
          hint="Rupees in the cart."
          defaultValue={record?.minTotal ?? undefined}
          error={errors.minTotal}
        />
      </div>
      <div className="field-row">
        <Field
          label="Valid from"
          name="from"
          type="date"
          defaultValue={record?.from ?? undefined}
          error={errors.from}
        />
        <Field
          label="Valid until"
          name="until"
          type="date"
          defaultValue={record?.until ?? undefined}
          error={errors.until}
        />
      </div>
      <div className="field-row">
        <WholeNumberField
          label="Uses in all"
          name="totalUses"
          min={1}
          hint="Empty: any number."
          defaultValue={record?.totalUses ?? undefined}
          error={errors.totalUses}
        />
        <WholeNumberField
          label="Per buyer"
          name="usesPerCustomer"
          min={1}
          hint="Empty: any number."
          defaultValue={record?.usesPerCustomer ?? undefined}
          error={errors.usesPerCustomer}
        />
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
        {couponScopes.map((one) => (
          <option key={one} value={one}>
            {scopeNames[one]}
          </option>
        ))}
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
