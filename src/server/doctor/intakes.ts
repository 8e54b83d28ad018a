import { existsSync } from "node:fs";
import { appointmentIntakes } from "../appointments/intake-table.ts";
import { createSecretBox, readSecret } from "../platform/secrets.ts";
import { type CheckContext, problem } from "./check.ts";

/** Checks whether stored intake forms can be decrypted with the key of this data folder. */
export async function* checkIntakes({ db, settings: { intakeKeyFile } }: CheckContext) {
  const { appointmentId, sealed } = appointmentIntakes;
  const rows = await db.select({ appointmentId, sealed }).from(appointmentIntakes);
  const key = existsSync(intakeKeyFile) ? readSecret(intakeKeyFile) : undefined;
  const box = key ? createSecretBox(key) : undefined;
  const lost = rows.filter((row) => !box?.open(row.sealed, row.appointmentId));
  if (lost.length > 0)
    yield problem(
      `${lost.length} of ${rows.length} notes of callers for their sessions cannot be opened with ${intakeKeyFile}. Put back the key that was kept beside the backup, then restart the shop. Without it callers have to write them again.`,
    );
}
