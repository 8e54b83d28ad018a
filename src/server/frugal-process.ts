import frugal from "./frugal.json" with { type: "json" };

const isFrugal = () => frugal.flags.every((flag) => process.execArgv.includes(flag));

/**
 * Begins this process anew, under the same number, with settings that can only be given at a start. Left alone, V8 lets garbage
 * grow to several times what is alive before it collects, and the system's allocator keeps what pictures and passwords needed
 * for a moment: together that doubles what the shop takes. What a person has set themselves stays as they set it.
 */
export function becomeFrugal(main: string, environment: NodeJS.ProcessEnv) {
  // Whoever holds a channel to this process would lose it; they give the settings themselves, as scripts/start.mjs does.
  if (isFrugal() || process.connected || !process.execve || process.platform === "win32") return;
  const args = [...frugal.flags, ...process.execArgv, main, ...process.argv.slice(2)];
  process.execve(process.execPath, [process.execPath, ...args], { ...frugal.environment, ...environment });
}
