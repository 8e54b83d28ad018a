import { setTimeout as delay } from "node:timers/promises";
import type { LaunchedServer, ServerSetup } from "./launch-server.ts";
import { findPostmaster, isPostmasterOf } from "./postmaster.ts";
import { runCommand } from "./run-command.ts";

const fastMs = 8_000;
const immediateMs = 10_000;

/** Stops the folder's server, whether this process started it or took it over; true when none runs any more. */
export async function stopServer(setup: ServerSetup, launched: LaunchedServer | undefined): Promise<boolean> {
  const ours = launched?.pid && !(await launched.hasEnded()) ? launched : undefined;
  const pid = ours?.pid ?? (await findPostmaster(setup.folder))?.pid;
  if (!pid) return true;
  const hasEnded = ours ? ours.hasEnded : async () => !(await isPostmasterOf(pid, setup.folder));
  await askToStop(setup, pid, "fast");
  if (await becomesTrue(hasEnded, fastMs)) return true;
  await askToStop(setup, pid, "immediate");
  return becomesTrue(hasEnded, immediateMs);
}

async function askToStop(setup: ServerSetup, pid: number, mode: "fast" | "immediate"): Promise<void> {
  if (process.platform === "win32") {
    await runCommand(setup.runAs(setup.binaries.pgCtl, ["stop", "-W", "-D", setup.folder, "-m", mode]));
    return;
  }
  try {
    process.kill(pid, mode === "fast" ? "SIGINT" : "SIGQUIT");
  } catch {
    // It ended in this moment, or it is not ours to stop: the waiting that follows tells.
  }
}

async function becomesTrue(condition: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > deadline) return false;
    await delay(20);
  }
  return true;
}
