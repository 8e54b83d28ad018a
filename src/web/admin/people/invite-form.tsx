import { useState } from "react";
import { useRevalidator } from "react-router";
import type { StaffRole } from "../../../contracts/accounts/account-rules.ts";
import type { InvitationForm, People } from "../../../contracts/accounts/people.ts";
import type { Expert } from "../../../contracts/catalogue/expert.ts";
import { useConfirmedForm } from "../../account/confirmed-form.tsx";
import { browserApi } from "../../lib/browser-api.ts";
import { toast } from "../../lib/toast.ts";
import { SmallButton } from "../../ui/button.tsx";
import { Options, SelectField } from "../../ui/choice-fields.tsx";
import { EmailField, FormError } from "../../ui/field.tsx";
import { Panel } from "../../ui/panel.tsx";

interface InviteFormProps {
  people: People;
  experts: Expert[] | undefined;
}

export function InviteForm({ people: { people, invitations }, experts = [] }: InviteFormProps) {
  const { revalidate } = useRevalidator();
  const [role, setRole] = useState<StaffRole>("expert");
  const { form, confirmField } = useConfirmedForm<InvitationForm>({
    async send(body, element) {
      const { email } = await browserApi.call("POST /api/invitations", { body });
      toast(`Invitation sent to ${email}.`);
      element.reset();
      setRole("expert");
      await revalidate();
    },
    failed: "The invitation could not be sent. Please check your connection and try again.",
  });
  const taken = new Set([...people, ...invitations].map(({ expert }) => expert?._id));
  const free = experts.filter(({ _id }) => !taken.has(_id));
  return (
    <Panel title="Invite somebody">
      <p className="-mt-2 mb-4 text-small text-ink-soft">They get a mail with a link that works once, for 48 hours.</p>
      <form method="dialog" aria-label="Invite somebody" {...form.attributes} className="grid gap-4">
        <EmailField name="email" autoComplete="off" error={form.errors.email} />
        <SelectField
          label="Role"
          name="role"
          required
          value={role}
          onChange={({ target }) => setRole(target.value as StaffRole)}
          hint={
            role === "owner"
              ? "An owner can do everything that you can."
              : "An expert has their own login and never sees the admin."
          }
          error={form.errors.role}
        >
          <option value="expert">Expert</option>
          <option value="owner">Owner</option>
        </SelectField>
        {role === "expert" && (
          <SelectField
            label="Expert"
            name="expertId"
            required
            defaultValue=""
            hint={free.length === 0 ? "Every expert of your catalogue has a login. Add the expert first." : undefined}
            error={form.errors.expertId}
          >
            <option value="">Choose one</option>
            <Options of={free.map(({ _id, name }) => [_id, name])} />
          </SelectField>
        )}
        {confirmField}
        <div>
          <FormError className="not-empty:mb-3">{form.error}</FormError>
          <SmallButton type="submit" look="accent" disabled={form.isSending}>
            {form.isSending ? "Sending…" : "Send invitation"}
          </SmallButton>
        </div>
      </form>
    </Panel>
  );
}
