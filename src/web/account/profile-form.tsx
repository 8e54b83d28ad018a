import { useState } from "react";
import { useRevalidator } from "react-router";
import type { Profile, ProfileForm as ProfileValues } from "../../contracts/accounts/user.ts";
import { MIN_PASSWORD_LENGTH, PASSWORD_RULE } from "../../contracts/field-rules.ts";
import { browserApi } from "../lib/browser-api.ts";
import { logIn } from "../lib/login.ts";
import { toast } from "../lib/toast.ts";
import { Field, PhoneField } from "../ui/field.tsx";
import { AccountForm } from "./account-frame.tsx";
import { useConfirmedForm } from "./confirmed-form.tsx";
import { PasswordField } from "./password-field.tsx";

export function ProfileForm({ profile }: { profile: Profile }) {
  const { revalidate } = useRevalidator();
  const [isChanging, setChanging] = useState(false);
  const { form, confirmField, hideConfirmField } = useConfirmedForm<ProfileValues>(
    {
      async send({ name, phone, password, currentPassword, code, passkey }, element) {
        const body = { name, phone, password, currentPassword, code, passkey };
        const saved = await browserApi.call("PUT /api/users/profile", { body });
        if (saved.token) logIn(saved.token);
        // Whether there is a password may have changed.
        if (saved.token) void revalidate();
        element.querySelector<HTMLInputElement>("[name=password]")!.value = "";
        hideConfirmField();
        setChanging(false);
        toast("Profile updated");
      },
      failed: "Your changes could not be saved. Please try again.",
    },
    {
      password: { label: "Current password", hint: "To choose a new password, enter the current one too." },
    },
  );
  return (
    <>
      <p className="-mt-4 mb-5 wrap-anywhere text-ink-soft">{profile.email}</p>
      <AccountForm name="My Profile" form={form} action={["Save Changes", "Saving…"]}>
        {/* For password managers: the account of the new password. */}
        <input type="email" name="email" autoComplete="username" value={profile.email} readOnly hidden />
        <Field
          label="Full Name"
          name="name"
          autoComplete="name"
          defaultValue={profile.name}
          required
          error={form.errors.name}
        />
        <PhoneField name="phone" defaultValue={profile.phone} error={form.errors.phone} />
        <PasswordField
          label="New Password"
          autoComplete="new-password"
          minLength={MIN_PASSWORD_LENGTH}
          rule={PASSWORD_RULE}
          hint={
            profile.passwordless
              ? "You log in with a code by e-mail. With a password you can log in without one."
              : "Left empty, your password stays as it is."
          }
          error={form.errors.password}
          onChange={({ currentTarget }) => setChanging(currentTarget.value !== "")}
        />
        {isChanging && confirmField}
      </AccountForm>
    </>
  );
}
