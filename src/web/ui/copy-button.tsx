import { toast } from "../lib/toast.ts";
import { SmallButton } from "./button.tsx";

/** Browsers have no clipboard on a page without https. */
export async function copyText(text: string) {
  try {
    await navigator.clipboard.writeText(text);
    toast("Copied");
  } catch {
    toast("Please copy it by hand.", { tone: "bad" });
  }
}

export const CopyButton = ({ text }: { text: string }) => (
  <SmallButton onClick={() => copyText(text)}>Copy the link</SmallButton>
);
