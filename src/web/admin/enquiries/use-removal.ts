import { useCallback, useState } from "react";
import { useRevalidator } from "react-router";
import type { Enquiry } from "../../../contracts/enquiry.ts";
import { ApiError } from "../../lib/api.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { toast } from "../../lib/toast.ts";

/** Deleting an enquiry: first it is chosen, then the owner confirms. */
export function useRemoval(onGone: () => void) {
  const [chosen, choose] = useState<Enquiry>();
  const [isBusy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  const close = useCallback(() => choose(undefined), []);

  const confirm = async () => {
    if (!chosen || isBusy) return;
    setBusy(true);
    try {
      await browserApi.call("DELETE /api/enquiries/:id", { params: { id: chosen._id } });
      toast("🗑️ Enquiry deleted successfully");
      close();
      await revalidate();
      onGone();
    } catch (error) {
      toast(error instanceof ApiError ? error.message : "❌ Failed to delete", { tone: "bad" });
      close();
    }
    setBusy(false);
  };

  return { chosen, choose, isBusy, confirm, close };
}
