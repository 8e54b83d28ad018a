import { type ComponentProps, useState } from "react";
import { useRevalidator } from "react-router";
import { MAX_ADDRESSES } from "../../contracts/accounts/account-rules.ts";
import type { AddressForm, SavedAddress } from "../../contracts/accounts/address.ts";
import { addressLines } from "../../contracts/orders/cart-rules.ts";
import { browserApi } from "../lib/browser-api.ts";
import { toast } from "../lib/toast.ts";
import { useForm } from "../lib/use-form.ts";
import { useSend } from "../lib/use-send.ts";
import { gstinText, ShippingFields } from "../orders/recipient.tsx";
import { AskDialog, DialogForm } from "../ui/ask-dialog.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";

const save = (id: string | undefined, body: AddressForm) =>
  id
    ? browserApi.call("PUT /api/users/addresses/:id", { params: { id }, body })
    : browserApi.call("POST /api/users/addresses", { body });

const Action = (props: ComponentProps<"button">) => (
  <button type="button" {...props} className="min-h-11 font-semibold underline-gold disabled:text-ink-soft" />
);

export function Addresses({ addresses }: { addresses: readonly SavedAddress[] }) {
  const { revalidate } = useRevalidator();
  const { send, isSending } = useSend("The address could not be changed. Please try again.", { asToast: true });
  /** The open dialog. Without an address, the form is for a new one. */
  const [{ dialog, saved: chosen }, setOpen] = useState<{ dialog?: "form" | "delete"; saved?: SavedAddress }>({});
  const close = () => setOpen({});
  const makeDefault = (saved: SavedAddress) =>
    send(() => save(saved._id, { ...saved, isDefault: true }), "Default address changed");
  return (
    <>
      {addresses.length === 0 && <p>No addresses yet. The checkout saves the one you use.</p>}
      <ul className="grid gap-4 md:grid-cols-2">
        {addresses.map((saved) => (
          <li key={saved._id} className="min-w-0 rounded-card border border-line bg-paper p-5">
            {saved.isDefault && <p className="text-small font-semibold text-sage">Default</p>}
            <p className="wrap-anywhere whitespace-pre-line">
              {[saved.name, addressLines(saved), saved.state, saved.phone, gstinText(saved)].filter(Boolean).join("\n")}
            </p>
            <p className="mt-1 flex flex-wrap gap-x-5">
              <Action onClick={() => setOpen({ dialog: "form", saved })}>Edit</Action>
              {!saved.isDefault && (
                <Action disabled={isSending} onClick={() => makeDefault(saved)}>
                  Make default
                </Action>
              )}
              <Action onClick={() => setOpen({ dialog: "delete", saved })}>Delete</Action>
            </p>
          </li>
        ))}
      </ul>
      {addresses.length < MAX_ADDRESSES && (
        <Button onClick={() => setOpen({ dialog: "form" })} className="mt-4">
          Add an address
        </Button>
      )}
      <Dialog open={dialog === "form"} onClose={close} title={chosen ? "Edit address" : "Add an address"} look="choice">
        {dialog === "form" && <AddressFields saved={chosen} onClose={close} />}
      </Dialog>
      <AskDialog
        open={dialog === "delete"}
        title="Delete address"
        action={["Delete", "Deleting…"]}
        failed="The address could not be deleted. Please try again."
        onClose={close}
        send={async () => {
          await browserApi.call("DELETE /api/users/addresses/:id", { params: { id: chosen!._id } });
          close();
          toast("Address deleted");
          await revalidate();
        }}
      >
        <p>Orders that you have placed keep their address.</p>
      </AskDialog>
    </>
  );
}

function AddressFields({ saved, onClose }: { saved: SavedAddress | undefined; onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const form = useForm<AddressForm>({
    async send(body) {
      await save(saved?._id, body);
      onClose();
      toast("Address saved");
      await revalidate();
    },
  });
  return (
    <DialogForm name="Address" form={form} action={["Save", "Saving…"]} onClose={onClose}>
      <ShippingFields values={saved ?? {}} errors={form.errors} isAddressRequired hasState />
    </DialogForm>
  );
}
