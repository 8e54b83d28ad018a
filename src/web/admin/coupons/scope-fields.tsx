import { useId, useState } from "react";
import type { Coupon } from "../../../contracts/coupons/coupon.ts";
import { type CouponScope, MAX_COUPON_ITEMS, serviceCategories } from "../../../contracts/coupons/coupon-rules.ts";
import { useShop } from "../../lib/site.ts";
import type { FieldsProps } from "../resource/admin-resource.ts";
import { PickField } from "../resource/pick-field.tsx";

interface ScopeFieldsProps extends Pick<FieldsProps<Coupon>, "record" | "errors"> {
  scope: CouponScope;
}

const NONE: string[] = [];
const HINT = "The coupon takes money off these alone.";

/** The categories or items that a coupon applies to; nothing for the whole shop. */
export function ScopeFields({ scope, record, errors }: ScopeFieldsProps) {
  if (scope === "all") return null;
  if (scope === "category") return <CategoriesField chosen={record?.categories ?? NONE} error={errors.categories} />;
  return (
    <>
      <PickField
        label="Products"
        name="products"
        kind="products"
        max={MAX_COUPON_ITEMS}
        hint={HINT}
        ids={record?.products ?? NONE}
        error={errors.products}
      />
      <PickField
        label="Courses"
        name="courses"
        kind="courses"
        max={MAX_COUPON_ITEMS}
        hint={HINT}
        ids={record?.courses ?? NONE}
        error={errors.courses}
      />
    </>
  );
}

/** The choice is sent in one hidden field: the checkboxes have no names. */
function CategoriesField({ chosen, error }: { chosen: readonly string[]; error: string | undefined }) {
  const { categories } = useShop();
  const [keys, setKeys] = useState(chosen);
  const noteId = useId();
  const names = new Map([
    ...categories.map(({ id, name }) => [id, name] as const),
    ...Object.entries(serviceCategories),
  ]);
  return (
    <fieldset aria-describedby={error ? noteId : undefined}>
      <legend className="font-semibold">Categories</legend>
      <input
        type="hidden"
        name="categories"
        value={keys.join()}
        data-label="Categories"
        data-titles={keys.map((key) => names.get(key) ?? "Deleted").join("\n")}
      />
      <div className="mt-1 grid grid-cols-2 gap-x-4">
        {[...names].map(([key, name]) => (
          <label key={key} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              checked={keys.includes(key)}
              onChange={({ target }) => setKeys(target.checked ? [...keys, key] : keys.filter((one) => one !== key))}
              className="size-5 shrink-0 accent-ink"
            />
            <span className="min-w-0 wrap-anywhere">{name}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={noteId} className="mt-1 text-small font-medium text-rose">
          {error}
        </p>
      )}
    </fieldset>
  );
}
