import { saveFile } from "../../lib/save-file.ts";
import { useSend } from "../../lib/use-send.ts";
import { SmallButton } from "../../ui/button.tsx";

interface ExportButtonProps {
  url: string;
  /** The plural for the file's name and the error message: `customers`. */
  what: string;
  failed?: string;
  children?: string;
}

/** Downloads all records of the current view as a file, not only the current page. */
export function ExportButton({
  url,
  what,
  failed = `The ${what} could not be exported. Please try again.`,
  children = "Export CSV",
}: ExportButtonProps) {
  const { send, isSending } = useSend(failed, { asToast: true });
  return (
    <SmallButton onClick={() => send(() => saveFile(url, `${what}.csv`))} disabled={isSending}>
      {isSending ? "Exporting…" : children}
    </SmallButton>
  );
}
