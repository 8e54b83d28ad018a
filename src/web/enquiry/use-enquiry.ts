import { type FormEvent, useState } from "react";
import { flushSync } from "react-dom";
import { useRouteLoaderData } from "react-router";
import type { SiteSettings } from "../../contracts/site.ts";
import { ApiError } from "../lib/api.ts";
import { browserApi } from "../lib/browser-api.ts";
import { toast } from "../lib/toast.ts";

export interface Messages {
  success: string;
  /** The enquiry arrived and was turned down. */
  refused: string;
  /** It is not known to have arrived. */
  failed: string;
}

type Errors = Record<string, string>;
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

/** Moves the focus to the first field that has something to correct, clear of the message at the top of the screen. */
function focusFirst(form: HTMLFormElement, errors: Errors) {
  const field = [...form.elements].find((element) => (element as HTMLInputElement).name in errors);
  (field as HTMLElement | undefined)?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: "center" });
}

/**
 * An enquiry form: what to do on submit, whether it is sending, what is wrong with which field, and, where no field is
 * to blame, the server's reason.
 */
export function useEnquiry(page: string, messages: Messages) {
  const settings = useRouteLoaderData<{ settings: SiteSettings }>("root")?.settings;
  const [isSending, setSending] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  const [reason, setReason] = useState("");

  async function deliver(form: HTMLFormElement) {
    const values = Object.fromEntries(new FormData(form)) as Values;
    try {
      const { success } = await browserApi.call("POST /api/enquiries", { body: { ...values, page } });
      const isTaken = success && (!settings?.web3forms || (await alsoSend(settings.web3forms, values)));
      if (isTaken) form.reset();
      toast(isTaken ? messages.success : messages.refused, { tone: isTaken ? "good" : "bad", lastsMs: 5000 });
    } catch (error) {
      const refusal = error instanceof ApiError ? error : undefined;
      toast(refusal ? messages.refused : messages.failed, { tone: "bad", lastsMs: 5000 });
      if (!refusal) return;
      setErrors(refusal.fields);
      if (Object.keys(refusal.fields).length === 0) setReason(refusal.message);
      focusFirst(form, refusal.fields);
    }
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const form = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    setErrors({});
    setReason("");
    setSending(true);
    await deliver(form);
    flushSync(() => setSending(false));
    // A button that is disabled loses the focus; whoever pressed it with the keyboard gets it back.
    if (document.activeElement === document.body) submitter?.focus({ preventScroll: true });
  }

  return { isSending, errors, reason, onSubmit };
}
