import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

export async function temporaryFolder() {
  const folder = await mkdtemp(path.join(os.tmpdir(), "nakshatra-test-"));
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) };
}
