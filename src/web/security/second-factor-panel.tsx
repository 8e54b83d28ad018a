import { type ReactNode, useCallback, useState } from "react";
import { useRevalidator } from "react-router";
import { MAX_PASSKEYS, RECOVERY_CODES, type SecondFactorMethod } from "../../contracts/accounts/account-rules.ts";
import type { ChangedSecondFactor, SecondFactor } from "../../contracts/accounts/second-factor.ts";
import { formatDay } from "../lib/dates.ts";
import { toast } from "../lib/toast.ts";
import { Badge } from "../ui/badge.tsx";
import { SmallButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { AddPasskey, NewCodes, RecoveryCodeList, RemoveFactor, SetUpApp } from "./second-factor-dialogs.tsx";

type Task =
  | { name: "app" | "remove-app" | "passkey" | "new-codes" }
  | { name: "remove-passkey"; id: string; label: string }
  | { name: "codes"; codes: string[] };

const titles: Record<Task["name"], string> = {
  app: "Set up an authenticator app",
  "remove-app": "Remove the authenticator app",
  passkey: "Add a passkey",
  "remove-passkey": "Remove a passkey",
  "new-codes": "Make new recovery codes",
  codes: "Your recovery codes",
};

export function SecondFactorPanel({ secondFactor }: { secondFactor: SecondFactor }) {
  const { totp, passkeys, recoveryCodes } = secondFactor;
  const isOn = totp || passkeys.length > 0;
  const methods: SecondFactorMethod[] = [];
  if (totp) methods.push("totp");
  if (passkeys.length > 0) methods.push("passkey");
  if (recoveryCodes > 0) methods.push("recovery");
  const { revalidate } = useRevalidator();
  const [task, setTask] = useState<Task>();
  const close = useCallback(() => setTask(undefined), []);
  const shared = { confirmation: isOn ? methods : ("password" as const), onClose: close };
  const finish = (message: string) => async (changed: ChangedSecondFactor) => {
    setTask(changed.codes && { name: "codes", codes: changed.codes });
    toast(message);
    await revalidate();
  };
  return (
    <>
      <p className="mt-1 text-ink-soft">
        {isOn
          ? "A login needs your password and one of these."
          : "With a second step, a stolen password alone does not open the shop. Choose one, or both."}
      </p>
      <ul className="mt-4 grid divide-y divide-line rounded-card border border-line bg-paper">
        <Row
          title="Authenticator app"
          state={totp && <Badge tone="sage">On</Badge>}
          text="An app on your phone shows a new code every 30 seconds."
        >
          {totp ? (
            <SmallButton onClick={() => setTask({ name: "remove-app" })}>Remove the app</SmallButton>
          ) : (
            <SmallButton onClick={() => setTask({ name: "app" })}>Set up an app</SmallButton>
          )}
        </Row>
        {passkeys.map(({ _id, name, createdAt, lastUsedAt }) => (
          <Row
            key={_id}
            title={name}
            state={<Badge tone="sage">Passkey</Badge>}
            text={`Added ${formatDay(createdAt)}, ${lastUsedAt ? `last used ${formatDay(lastUsedAt)}` : "not used yet"}.`}
          >
            <SmallButton onClick={() => setTask({ name: "remove-passkey", id: _id, label: name })}>
              Remove <span className="sr-only">the passkey {name}</span>
            </SmallButton>
          </Row>
        ))}
        {passkeys.length < MAX_PASSKEYS && (
          <Row
            title={passkeys.length > 0 ? "Another passkey" : "Passkey"}
            text="Your fingerprint, your face or the screen lock of your phone or computer."
          >
            <SmallButton onClick={() => setTask({ name: "passkey" })}>Add a passkey</SmallButton>
          </Row>
        )}
        {isOn && (
          <Row
            title="Recovery codes"
            state={
              <Badge tone={recoveryCodes > 2 ? "sage" : "rose"}>
                {recoveryCodes} of {RECOVERY_CODES} left
              </Badge>
            }
            text="Each logs you in once, should you lose your device."
          >
            <SmallButton onClick={() => setTask({ name: "new-codes" })}>Make new codes</SmallButton>
          </Row>
        )}
      </ul>
      <Dialog open={task !== undefined} onClose={close} title={task ? titles[task.name] : ""} look="choice">
        {task?.name === "app" && <SetUpApp {...shared} onDone={finish("The authenticator app is set up.")} />}
        {task?.name === "remove-app" && (
          <RemoveFactor {...shared} onDone={finish("The authenticator app was removed.")} />
        )}
        {task?.name === "passkey" && <AddPasskey {...shared} onDone={finish("The passkey was added.")} />}
        {task?.name === "remove-passkey" && (
          <RemoveFactor passkey={task} {...shared} onDone={finish("The passkey was removed.")} />
        )}
        {task?.name === "new-codes" && <NewCodes {...shared} onDone={finish("The old codes have ended.")} />}
        {task?.name === "codes" && <RecoveryCodeList codes={task.codes} onClose={close} />}
      </Dialog>
    </>
  );
}

interface RowProps {
  title: string;
  state?: ReactNode;
  text: string;
  children: ReactNode;
}

function Row({ title, state, text, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold wrap-anywhere">{title}</span> {state}
        </p>
        <p className="text-small text-ink-soft">{text}</p>
      </div>
      {children}
    </li>
  );
}
