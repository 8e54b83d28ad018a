import type { SiteSettings } from "../../contracts/pages/site.ts";
import { browserApi } from "../lib/browser-api.ts";
import { useSettings } from "../lib/site.ts";
import { toast } from "../lib/toast.ts";
import { hasFields, useForm } from "../lib/use-form.ts";

export interface Messages {
  success: string;
  /** The server rejected the enquiry. */
  refused: string;
  /** The server could not be reached. */
  failed: string;
}

type Values = Record<"name" | "email" | "message", string> & { phone?: string; website?: string };

/** Forwards the enquiry to the external form service; bots (a filled honeypot) are skipped. */
async function forward({ url, accessKey }: NonNullable<SiteSettings["web3forms"]>, values: Values) {
  const { website, ...enquiry } = values;
  if (website) return true;
  const reply = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ access_key: accessKey, ...enquiry }),
  });
  return ((await reply.json()) as { success?: boolean }).success === true;
}

const showToast = (text: string, tone: "good" | "bad") => toast(text, { tone, lastsMs: 5000 });

/** An enquiry form. An error that belongs to no field is shown beside the button. */
export function useEnquiry(page: string, messages: Messages) {
  const { web3forms } = useSettings();
  return useForm<Values>({
    async send(values, form) {
      const { success } = await browserApi.call("POST /api/enquiries", { body: { ...values, page } });
      const isAccepted = success && (!web3forms || (await forward(web3forms, values)));
      if (isAccepted) form.reset();
      showToast(isAccepted ? messages.success : messages.refused, isAccepted ? "good" : "bad");
    },
    fail(refusal) {
      showToast(refusal ? messages.refused : messages.failed, "bad");
      return hasFields(refusal) ? "" : (refusal?.message ?? "");
    },
  });
}
