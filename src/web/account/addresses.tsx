import { type ChangeEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { MAX_ADDRESSES } from "../../contracts/accounts/account-rules.ts";
import type { AddressForm, SavedAddress } from "../../contracts/accounts/address.ts";
import { MAX_ADDRESS_LENGTH, MAX_NAME_LENGTH } from "../../contracts/field-rules.ts";
import { addressLines } from "../../contracts/orders/cart-rules.ts";
import { PIN_PATTERN, PIN_RULE } from "../../contracts/orders/pin-rules.ts";
import { indianStates, stateOfPin } from "../../contracts/orders/state-rules.ts";
import { browserApi } from "../lib/browser-api.ts";
import { toast } from "../lib/toast.ts";
import { useForm } from "../lib/use-form.ts";
import { useSend } from "../lib/use-send.ts";
import { AskDialog, DialogForm } from "../ui/ask-dialog.tsx";
import { Button } from "../ui/button.tsx";
import { Options, SelectField } from "../ui/choice-fields.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field, PhoneField, TextField } from "../ui/field.tsx";

const action = "min-h-11 font-semibold underline-gold disabled:text-ink-soft";

export function Addresses({ addresses }: { addresses: readonly SavedAddress[] }) {
  const { revalidate } = useRevalidator();
  const { send, isSending } = useSend("The address could not be changed. Please try again.", { asToast: true });
  /** Undefined: the form is closed. Null: a new address. */
  const [edited, setEdited] = useState<SavedAddress | null>();
  const [deleted, setDeleted] = useState<SavedAddress>();
  const makeDefault = ({ _id: id, ...address }: SavedAddress) =>
    send(
      () =>
        browserApi.call("PUT /api/users/addresses/:id", {
          params: { id },
          body: toForm({ ...address, isDefault: true }),
        }),
      "Default address changed",
    );
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

const toForm = ({ state, ...saved }: Omit<SavedAddress, "_id">): AddressForm => ({
  ...saved,
  state: indianStates.find((name) => name === state) ?? "",
});

function AddressFields({ saved, onClose }: { saved: SavedAddress | null; onClose: () => void }) {
  const { revalidate } = useRevalidator();
  const form = useForm<Omit<SavedAddress, "_id" | "isDefault">>({
    async send(values) {
      const body = toForm({ ...values, isDefault: saved?.isDefault ?? false });
      if (saved) await browserApi.call("PUT /api/users/addresses/:id", { params: { id: saved._id }, body });
      else await browserApi.call("POST /api/users/addresses", { body });
      onClose();
      toast("Address saved");
      await revalidate();
    },
  });
  const props = (name: keyof AddressForm & keyof SavedAddress) => ({
    name,
    defaultValue: String(saved?.[name] ?? ""),
    error: form.errors[name],
    required: true,
  });
  function fillState({ target: { value, form: element } }: ChangeEvent<HTMLInputElement>) {
    const state = stateOfPin(value.replace(/\s/g, ""));
    const field = element?.elements.namedItem("state") as HTMLSelectElement;
    if (state && value.replace(/\s/g, "").length === 6) field.value = state;
  }
  return (
    <DialogForm name="Address" form={form} action={["Save", "Saving…"]} onClose={onClose}>
      <Field label="Full Name" {...props("name")} autoComplete="name" maxLength={MAX_NAME_LENGTH} />
      <PhoneField {...props("phone")} />
      <TextField
        label="Address"
        {...props("address")}
        rows={3}
        autoComplete="street-address"
        maxLength={MAX_ADDRESS_LENGTH}
        placeholder="House, street, city"
      />
      <Field
        label="PIN code"
        {...props("pin")}
        inputMode="numeric"
        autoComplete="postal-code"
        pattern={PIN_PATTERN}
        rule={PIN_RULE}
        onChange={fillState}
      />
      <SelectField label="State" {...props("state")} autoComplete="address-level1" required={false}>
        <Options of={[["", "Choose"], ...indianStates]} />
      </SelectField>
    </DialogForm>
  );
}
