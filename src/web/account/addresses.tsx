import { type ChangeEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { MAX_ADDRESSES } from "../../contracts/accounts/account-rules.ts";
import type { SavedAddress } from "../../contracts/accounts/address.ts";
import { addressLines } from "../../contracts/orders/cart-rules.ts";
import { indianStates, stateOfPin } from "../../contracts/orders/state-rules.ts";
import { browserApi } from "../lib/browser-api.ts";
import { toast } from "../lib/toast.ts";
import { useForm } from "../lib/use-form.ts";
import { useSend } from "../lib/use-send.ts";
import { ShippingFields } from "../orders/recipient.tsx";
import { AskDialog, DialogForm } from "../ui/ask-dialog.tsx";
import { Button } from "../ui/button.tsx";
import { Options, SelectField } from "../ui/choice-fields.tsx";
import { Dialog } from "../ui/dialog.tsx";

const action = "min-h-11 font-semibold underline-gold disabled:text-ink-soft";

export function Addresses({ addresses }: { addresses: readonly SavedAddress[] }) {
  const { revalidate } = useRevalidator();
  const { send, isSending } = useSend("The address could not be changed. Please try again.", { asToast: true });
  /** Undefined: the form is closed. Null: a new address. */
  const [edited, setEdited] = useState<SavedAddress | null>();
  const [deleted, setDeleted] = useState<SavedAddress>();
  const makeDefault = ({ _id: id, ...address }: SavedAddress) => {
    const body = { ...address, isDefault: true };
    return send(
      () => browserApi.call("PUT /api/users/addresses/:id", { params: { id }, body }),
      "Default address changed",
    );
  };
  return (
    <>
      {addresses.length === 0 && <p>No addresses yet. The checkout saves the one you use.</p>}
      <ul className="grid gap-4 md:grid-cols-2">
        {addresses.map((saved) => (
          <li key={saved._id} className="min-w-0 rounded-card border border-line bg-paper p-5">
            {saved.isDefault && <p className="text-small font-semibold text-sage">Default</p>}
            <p className="wrap-anywhere whitespace-pre-line">
              {[saved.name, addressLines(saved), saved.state, saved.phone].filter(Boolean).join("\n")}
            </p>
            <p className="mt-1 flex flex-wrap gap-x-5">
              <button type="button" className={action} onClick={() => setEdited(saved)}>
                Edit
              </button>
              {!saved.isDefault && (
                <button type="button" className={action} disabled={isSending} onClick={() => makeDefault(saved)}>
                  Make default
                </button>
              )}
              <button type="button" className={action} onClick={() => setDeleted(saved)}>
                Delete
              </button>
            </p>
          </li>
        ))}
      </ul>
      {addresses.length < MAX_ADDRESSES && (
        <Button onClick={() => setEdited(null)} className="mt-4">
          Add an address
        </Button>
      )}
      <Dialog
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited ? "Edit address" : "Add an address"}
        look="choice"
      >
        {edited !== undefined && <AddressFields saved={edited} onClose={() => setEdited(undefined)} />}
      </Dialog>
      <AskDialog
        open={deleted !== undefined}
        title="Delete address"
        action={["Delete", "Deleting…"]}
        failed="The address could not be deleted. Please try again."
        onClose={() => setDeleted(undefined)}
        send={async () => {
          await browserApi.call("DELETE /api/users/addresses/:id", { params: { id: deleted!._id } });
          setDeleted(undefined);
          toast("Address deleted");
          await revalidate();
        }}
      >
        <p>Orders that you have placed keep their address.</p>
      </AskDialog>
    </>
  );
}

function AddressFields({ saved, onClose }: { saved: SavedAddress | null; onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const form = useForm<SavedAddress>({
    async send(values) {
      const body = { ...values, isDefault: saved?.isDefault ?? false };
      if (saved) await browserApi.call("PUT /api/users/addresses/:id", { params: { id: saved._id }, body });
      else await browserApi.call("POST /api/users/addresses", { body });
      onClose();
      toast("Address saved");
      await revalidate();
    },
  });
  function fillState({ target: { value, form: element } }: ChangeEvent<HTMLInputElement>) {
    const pin = value.replace(/\s/g, "");
    const state = pin.length === 6 && stateOfPin(pin);
    if (state) (element?.elements.namedItem("state") as HTMLSelectElement).value = state;
  }
  return (
    <DialogForm name="Address" form={form} action={["Save", "Saving…"]} onClose={onClose}>
      <ShippingFields
        fieldProps={(name) => ({
          name,
          defaultValue: name === "email" ? "" : saved?.[name],
          error: form.errors[name],
          ...(name === "pin" && { onChange: fillState }),
        })}
        isAddressRequired
        hasEmail={false}
      />
      <SelectField
        label="State"
        name="state"
        defaultValue={saved?.state}
        error={form.errors.state}
        autoComplete="address-level1"
      >
        <Options of={[["", "Choose"], ...indianStates]} />
      </SelectField>
    </DialogForm>
  );
}
