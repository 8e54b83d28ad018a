import { useRouteLoaderData } from "react-router";
import type { SiteSettings } from "../../contracts/site.ts";
import { browserApi } from "../lib/browser-api.ts";
import { toast } from "../lib/toast.ts";
import { hasFields, useForm } from "../lib/use-form.ts";

export interface Messages {
  success: string;
  /** The enquiry arrived and was turned down. */
  refused: string;
  /** It is not known to have arrived. */
  failed: string;
}

type Values = Record<"name" | "email" | "message", string> & { phone?: string; website?: string };

/** Whether the external form service, where the shop uses one, took the enquiry. What a bot sent goes nowhere. */
async function alsoSend({ url, accessKey }: NonNullable<SiteSettings["web3forms"]>, values: Values) {
  const { website, ...enquiry } = values;
  if (website) return true;
  const reply = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ access_key: accessKey, ...enquiry }),
  });
  return ((await reply.json()) as { success?: boolean }).success === true;
}

const say = (text: string, tone: "good" | "bad") => toast(text, { tone, lastsMs: 5000 });

/** An enquiry form: where no field is to blame for a refusal, the server's reason stands beside the button. */
export function useEnquiry(page: string, messages: Messages) {
  const settings = useRouteLoaderData<{ settings: SiteSettings }>("root")?.settings;
  return useForm<Values>({
    async send(values, form) {
      const { success } = await browserApi.call("POST /api/enquiries", { body: { ...values, page } });
      const isTaken = success && (!settings?.web3forms || (await alsoSend(settings.web3forms, values)));
      if (isTaken) form.reset();
      say(isTaken ? messages.success : messages.refused, isTaken ? "good" : "bad");
    },
    fail(refusal) {
      say(refusal ? messages.refused : messages.failed, "bad");
      return hasFields(refusal) ? "" : (refusal?.message ?? "");
    },
  });
}
