import { useState } from "react";
import type { FirstDay, TestMail as Result } from "../../../contracts/settings/settings-calls.ts";
import { browserApi } from "../../lib/browser-api.ts";
import { errorMessage } from "../../lib/error-message.ts";
import { classes } from "../../ui/classes.ts";
import { AdminButton } from "../layout/admin-button.tsx";

const modeTexts: Record<FirstDay["mail"], string> = {
  smtp: "Mails are sent by your mail server.",
  file: "No mail server is set: mails are written to files and reach nobody.",
};

const refused = (error: unknown): Result => ({
  outcome: "refused",
  message: errorMessage(error, "The test mail could not be sent. Please try again."),
});

/** Sends the owner a test mail through the shop's mail transport and shows the result. */
export function TestMail({ mail }: { mail: FirstDay["mail"] }) {
  const [isSending, setSending] = useState(false);
  const [result, setResult] = useState<Result>();
  const send = async () => {
    setSending(true);
    setResult(undefined);
    setResult(await browserApi.call("POST /api/first-day/test-mail", {}).catch(refused));
    setSending(false);
  };
  return (
    <>
      <p>{modeTexts[mail]}</p>
      <AdminButton onClick={send} disabled={isSending} className="mt-3">
        {isSending ? "Sending…" : "Send me a test mail"}
      </AdminButton>
      <p
        role="status"
        className={classes("mt-3 wrap-anywhere empty:hidden", result?.outcome === "refused" && "text-rose")}
      >
        {result?.message}
      </p>
    </>
  );
}
