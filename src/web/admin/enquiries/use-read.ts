import { useState } from "react";
import type { Enquiry } from "../../../contracts/enquiry.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { toast } from "../../lib/toast.ts";
import { reasonOr } from "../layout/reason-or.ts";

/** Whether an enquiry counts as read: it changes at once, and back where that cannot be saved. */
export function useRead({ _id, read }: Enquiry) {
  const [isRead, setRead] = useState(read);
  const [isSaving, setSaving] = useState(false);
  const mark = async (to: boolean) => {
    if (isSaving) return;
    setRead(to);
    setSaving(true);
    try {
      await browserApi.call("PUT /api/enquiries/:id", { params: { id: _id }, body: { read: to } });
    } catch (error) {
      setRead(!to);
      toast(reasonOr(error, "❌ Operation failed"), { tone: "bad" });
    }
    setSaving(false);
  };
  return { isRead, mark };
}
