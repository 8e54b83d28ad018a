import { useCallback, useState } from "react";
import { useRevalidator } from "react-router";
import type { Enquiry } from "../../../contracts/enquiries/enquiry.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { errorMessage } from "../../lib/error-message.ts";
import { toast } from "../../lib/toast.ts";

/** State of the delete dialog: confirm, delete, show a toast. */
export function useDeleteEnquiry(onDeleted: () => void) {
  const [chosen, choose] = useState<Enquiry>();
  const { revalidate } = useRevalidator();
  const close = useCallback(() => choose(undefined), []);

  async function confirm() {
    if (!chosen) return;
    close();
    try {
      await browserApi.call("DELETE /api/enquiries/:id", { params: { id: chosen._id } });
      toast("🗑️ Enquiry deleted successfully");
      await revalidate();
      onDeleted();
    } catch (error) {
      toast(errorMessage(error, "❌ Failed to delete"), { tone: "bad" });
    }
  }

  return { chosen, choose, confirm, close };
}
