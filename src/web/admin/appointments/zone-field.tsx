import { type ComponentProps, useId } from "react";
import { Field } from "../../ui/field.tsx";

/** A time zone by its name, with the browser's list of them. */
export function ZoneField(props: Omit<ComponentProps<typeof Field>, "list">) {
  const id = useId();
  return (
    <>
      <Field required list={id} {...props} />
      <datalist id={id}>
        {Intl.supportedValuesOf("timeZone").map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
