import { useNavigate } from "react-router";
import { site } from "../../../site.config.ts";
import type { Erasure } from "../../contracts/personal-data.ts";
import { browserApi } from "../lib/browser-api.ts";
import { logOut } from "../lib/session.ts";
import { toast } from "../lib/toast.ts";
import { hasFields, useForm } from "../lib/use-form.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { PasswordField } from "./password-field.tsx";

interface DeleteAccountProps {
  open: boolean;
  /** Must be the same function each time: a new one would close and open the dialog's place in the history. */
  onClose: () => void;
}

/** Says what will be gone and what stays, and asks for the password: somebody else may have found the browser open. */
export function DeleteAccount({ open, onClose }: DeleteAccountProps) {
  const navigate = useNavigate();
  const form = useForm<Erasure>({
    async send({ password }) {
      await browserApi.call("DELETE /api/users/profile", { body: { password } });
      // Away from here first: this page would send a visitor to log in. The dialog's own place in the history is taken.
      await navigate("/", { replace: true });
      logOut();
      toast("Your account was deleted.", { lastsMs: 5000 });
    },
    fail: (refusal) =>
      hasFields(refusal) ? "" : (refusal?.message ?? "Your account could not be deleted. Please try again."),
  });
  return (
    <Dialog open={open} onClose={onClose} title="Delete my account" look="choice">
      {open && (
        <form
          method="dialog"
          aria-label="Delete my account"
          onSubmit={form.onSubmit}
          className="grid gap-5 overflow-y-auto overscroll-contain px-5 pt-1 pb-5"
        >
          <p>
            This cannot be undone. Your login ends on every device, and your name, e-mail address, phone number and
            delivery addresses are erased.
          </p>
          <p>
            Your orders stay in our books without them, as the law asks. Questions you sent us through a form are not
            tied to your account; to have them erased, write to {site.email}.
          </p>
          <PasswordField
            label="Your password"
            autoComplete="current-password"
            required
            maxLength={128}
            error={form.errors.password}
          />
          <div>
            <p role="alert" className="font-medium text-rose empty:hidden not-empty:mb-3">
              {form.reason}
            </p>
            <div className="flex flex-wrap justify-end gap-3">
              <Button onClick={onClose} className="grow sm:grow-0">
                Keep my account
              </Button>
              <Button type="submit" disabled={form.isSending} className="grow border-rose text-rose sm:grow-0">
                {form.isSending ? "Deleting…" : "Delete for good"}
              </Button>
            </div>
          </div>
        </form>
      )}
    </Dialog>
  );
}
