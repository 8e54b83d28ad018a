import { type ReactNode, useState } from "react";
import { browserApi } from "../lib/browser-api.ts";
import { readLogin } from "../lib/login.ts";

/** The dialog that asks for a mail. If it cannot be loaded, the enquiry form is there. */
export function useTellMe() {
  const [dialog, setDialog] = useState<ReactNode>();
  async function tellMe(piece: { _id: string; title: string }) {
    setDialog(undefined);
    const profile = readLogin() ? browserApi.call("GET /api/users/profile", {}).catch(() => undefined) : undefined;
    try {
      const { TellMeDialog } = await import("./tell-me-dialog.tsx");
      setDialog(<TellMeDialog piece={piece} email={(await profile)?.email} />);
    } catch {
      location.hash = "enquire";
    }
  }
  return { tellMe, dialog };
}
