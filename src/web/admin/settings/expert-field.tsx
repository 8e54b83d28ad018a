import { useEffect, useState } from "react";
import type { Expert } from "../../../contracts/catalogue/expert.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { SelectField } from "../resource/fields.tsx";

interface ExpertFieldProps {
  name: string;
  label: string;
  hint: string | undefined;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

/** One of the shop's experts, or the founder. The chosen expert stays selected while the list loads. */
export function ExpertField({ value, onChange, ...text }: ExpertFieldProps) {
  const [experts, setExperts] = useState<Expert[]>();
  useEffect(() => {
    browserApi.call("GET /api/experts", { query: { limit: 100 } }).then(setExperts, () => setExperts([]));
  }, []);
  const isUnknown = value !== "" && !experts?.some(({ _id }) => _id === value);
  return (
    <SelectField {...text} value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">The founder</option>
      {isUnknown && <option value={value}>{experts ? "An expert who was removed" : "Loading…"}</option>}
      {experts?.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
