import { type ComponentProps, useState } from "react";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, PASSWORD_RULE } from "../../contracts/field-rules.ts";
import { classes } from "../ui/classes.ts";
import { control, type FieldText, useFieldText } from "../ui/field.tsx";

export function PasswordField({ label, error, hint, rule, ...input }: ComponentProps<"input"> & FieldText) {
  const text = useFieldText({ label, error, hint, rule });
  const [isShown, setShown] = useState(false);
  return (
    <div>
      {text.label(input.required)}
      <div className="relative">
        <input
          name="password"
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          {...text.attributes}
          type={isShown ? "text" : "password"}
          className={classes(control, "min-h-12 pr-20")}
        />
        <button
          type="button"
          aria-label="Show password"
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          className="absolute right-1 bottom-0.5 min-h-11 rounded-control px-3 font-semibold text-saffron-deep"
        >
          {isShown ? "Hide" : "Show"}
        </button>
      </div>
      {text.note}
    </div>
  );
}

export const NewPasswordField = ({ error }: Pick<FieldText, "error">) => (
  <PasswordField
    label="Password"
    autoComplete="new-password"
    required
    minLength={MIN_PASSWORD_LENGTH}
    rule={PASSWORD_RULE}
    hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
    error={error}
  />
);

/** The password of the account, for a confirmation. */
export const OwnPasswordField = (props: Partial<ComponentProps<typeof PasswordField>>) => (
  <PasswordField
    label="Your password"
    autoComplete="current-password"
    required
    maxLength={MAX_PASSWORD_LENGTH}
    {...props}
  />
);
