import { useState } from "react";
import { useNavigate } from "react-router";
import type { Product } from "../../../contracts/catalogue/product.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { errorMessage } from "../../lib/error-message.ts";
import { toast } from "../../lib/toast.ts";

/** Copies the product as a draft and opens the copy's form. */
export function DuplicateButton({ product: { _id: id, title } }: { product: Product }) {
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);

  async function duplicate() {
    setBusy(true);
    try {
      const copy = await browserApi.call("POST /api/products/:id/duplicate", { params: { id } });
      toast("✅ Product created successfully as a draft: only you see it");
      navigate(`/admin/products?edit=${copy._id}`);
    } catch (error) {
      toast(errorMessage(error, "❌ Operation failed"), { tone: "bad" });
    }
    setBusy(false);
  }

  return (
    <button type="button" aria-label={`Copy ${title}`} disabled={isBusy} onClick={duplicate} className="row-action">
      Copy
    </button>
  );
}
