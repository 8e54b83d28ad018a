import { useState } from "react";
import type { Enquiry } from "../../../contracts/enquiries/enquiry.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { errorMessage } from "../../lib/error-message.ts";
import { toast } from "../../lib/toast.ts";

/** Optimistic update: the mark changes at once and is rolled back when saving fails. */
export function useReadStatus({ _id, read }: Enquiry) {
  const [isRead, setRead] = useState(read);
  const [isSaving, setSaving] = useState(false);
  const markAs = async (to: boolean) => {
    if (isSaving) return;
    setRead(to);
    setSaving(true);
    try {
      await browserApi.call("PUT /api/enquiries/:id", { params: { id: _id }, body: { read: to } });
    } catch (error) {
      setRead(!to);
      toast(errorMessage(error, "❌ Operation failed"), { tone: "bad" });
    }
    setSaving(false);
  };
  return { isRead, markAs };
}
