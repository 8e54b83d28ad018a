import { createContext, useContext, useState } from "react";
import type { Business } from "../../../contracts/settings/settings.ts";
import { useSettings } from "../../lib/site.ts";
import { toMarkdown } from "../../pages/legal/legal-markdown.ts";
import { standardPrivacyPolicy } from "../../pages/legal/privacy.ts";
import { standardTerms } from "../../pages/legal/terms.ts";
import { MarkdownEditor } from "../editor/markdown-editor.tsx";
import { AdminButton } from "../layout/admin-button.tsx";
import type { SettingFieldProps } from "./setting-field.tsx";

/** The published name and contact, which the standard texts contain. */
export const BusinessContext = createContext<Business | undefined>(undefined);

/** The owner's own legal text. If empty, the standard text is used, with the shop's name and contact. */
export function LegalField({ field: { name, label }, path, value, errors, onChange }: SettingFieldProps) {
  const business = useContext(BusinessContext)!;
  const site = useSettings();
  const standard = () => (name === "terms" ? standardTerms(business) : standardPrivacyPolicy(business, site));
  /** The editor is uncontrolled: a new key resets its text. */
  const [filled, setFilled] = useState(0);
  const fill = () => {
    onChange(toMarkdown(standard()));
    setFilled(filled + 1);
  };
  return (
    <div className="setting-whole">
      <MarkdownEditor
        key={filled}
        name={path}
        label={label}
        maxLength={60_000}
        rows={value === "" ? 4 : 20}
        defaultValue={String(value)}
        onText={onChange}
        hint="A line that starts with ## begins a section, a blank line a paragraph, a line with - an item of a list. Empty: the standard text."
        error={errors[path]}
      />
      {value === "" && (
        <AdminButton className="mt-2" onClick={fill}>
          Start from the standard text<span className="sr-only"> of the {label}</span>
        </AdminButton>
      )}
    </div>
  );
}
