import type { ComponentProps } from "react";
import { Options, SelectField } from "../../ui/choice-fields.tsx";
import { useSettingGroup } from "./use-setting-group.ts";

type TaxClassFieldProps = Omit<ComponentProps<typeof SelectField>, "label"> & { none: string };

/** The chosen class has an option while the others load, so that saving keeps the choice. */
export function TaxClassField({ none, ...select }: TaxClassFieldProps) {
  const classes = useSettingGroup("tax").data?.classes ?? [];
  const chosen = String(select.defaultValue ?? "");
  const names = classes.map(({ id, name }) => [id, name] as const);
  return (
    <SelectField label="Tax class" {...select}>
      <Options of={[...new Map([["", none], [chosen, "The chosen class"], ...names]).set("", none)]} />
    </SelectField>
  );
}
