import { toast } from "../lib/toast.ts";
import { SmallButton } from "./button.tsx";

export function CopyButton({ text }: { text: string }) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast("Copied"),
      () => toast("Please copy the link by hand.", { tone: "bad" }),
    );
  return <SmallButton onClick={copy}>Copy the link</SmallButton>;
}
