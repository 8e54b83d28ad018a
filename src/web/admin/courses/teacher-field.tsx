import { useEffect, useState } from "react";
import type { Expert } from "../../../contracts/catalogue/expert.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { SelectField } from "../resource/fields.tsx";

interface TeacherFieldProps {
  teacherId: string | null | undefined;
  error: string | undefined;
}

const nameOf = ({ name, published }: Expert) => (published ? name : `${name} (draft: no card yet)`);

/** The chosen expert always has an option, even while loading or after removal, so that saving keeps the choice. */
export function TeacherField({ teacherId, error }: TeacherFieldProps) {
  const [experts, setExperts] = useState<Expert[]>();
  useEffect(() => {
    browserApi.call("GET /api/experts", {}).then(setExperts, () => setExperts(undefined));
  }, []);
  const others = experts?.filter(({ _id }) => _id !== teacherId) ?? [];
  const chosen = experts?.find(({ _id }) => _id === teacherId);
  const missing = experts ? "An expert who was deleted" : "The chosen expert";
  return (
    <SelectField label="Teacher" name="teacherId" defaultValue={teacherId ?? ""} error={error}>
      <option value="">Nobody</option>
      {teacherId && <option value={teacherId}>{chosen ? nameOf(chosen) : missing}</option>}
      {others.map((expert) => (
        <option key={expert._id} value={expert._id}>
          {nameOf(expert)}
        </option>
      ))}
    </SelectField>
  );
}
