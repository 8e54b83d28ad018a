import { useState } from "react";
import { useNavigate } from "react-router";
import type { Erasure } from "../../contracts/accounts/personal-data.ts";
import type { Profile } from "../../contracts/accounts/user.ts";
import { browserApi } from "../lib/browser-api.ts";
import { logOut } from "../lib/login.ts";
import { saveFile } from "../lib/save-file.ts";
import { useShop } from "../lib/site.ts";
import { toast } from "../lib/toast.ts";
import { useForm } from "../lib/use-form.ts";
import { useSend } from "../lib/use-send.ts";
import { DialogForm } from "../ui/ask-dialog.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { OwnPasswordField } from "./password-field.tsx";

export function MyData({ profile }: { profile: Profile | undefined }) {
  const { send, isSending } = useSend("Your data could not be downloaded. Please try again in a while.", {
    asToast: true,
  });
  const [isDeleting, setDeleting] = useState(false);
  const download = () => send(() => saveFile("/api/users/profile/data", "my-data.json"));
  return (
    <>
      <div className="grid gap-x-16 gap-y-8 md:grid-cols-2">
        <div className="grid content-between justify-items-start gap-4">
          <p>Your profile and all your orders in one file, to keep or to take elsewhere.</p>
          <Button onClick={download} disabled={isSending}>
            {isSending ? "Downloading…" : "Download my data"}
          </Button>
        </div>
        <div className="grid content-between justify-items-start gap-4">
          <p>Your account is deleted for good. What you bought stays in our books without your name.</p>
          <Button onClick={() => setDeleting(true)} className="text-rose">
            Delete my account
          </Button>
        </div>
      </div>
      <DeleteAccount hasPassword={!profile?.passwordless} open={isDeleting} onClose={() => setDeleting(false)} />
    </>
  );
}

interface DeleteAccountProps {
  hasPassword: boolean;
  open: boolean;
  onClose: () => void;
}

/** Asks for the password: the browser may have been left unattended. Without one, the server asks for a new login. */
function DeleteAccount({ hasPassword, open, onClose }: DeleteAccountProps) {
  const shop = useShop();
  const navigate = useNavigate();
  const form = useForm<Erasure>({
    async send({ password }) {
      await browserApi.call("DELETE /api/users/profile", { body: { password } });
      // Leave before logging out: this page redirects visitors to the login. Reuse the dialog's history entry.
      await navigate("/", { replace: true });
      logOut();
      toast("Your account was deleted.", { lastsMs: 5000 });
    },
    failed: "Your account could not be deleted. Please try again.",
  });
  return (
    <Dialog open={open} onClose={onClose} title="Delete my account" look="choice">
      {open && (
        <DialogForm
          name="Delete my account"
          form={form}
          action={["Delete for good", "Deleting…"]}
          keep="Keep my account"
          onClose={onClose}
          isDanger
        >
          <p>
            This cannot be undone. Your login ends on every device, and your name, e-mail address, phone number and
            delivery addresses are erased.
          </p>
          <p>
            Your orders stay in our books without them, as the law asks. Questions you sent us through a form are not
            tied to your account; to have them erased, write to {shop.email}.
          </p>
          {hasPassword && <OwnPasswordField error={form.errors.password} />}
        </DialogForm>
      )}
    </Dialog>
  );
}
