import { execFile } from "node:child_process";
import { access } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startShop } from "../support/shop-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const script = path.resolve(import.meta.dirname, "../../scripts/doctor.ts");

function runDoctor(settings: Record<string, string>) {
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const env = { PATH: process.env.PATH, ...settings };
    execFile(process.execPath, [script], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

const isDatabaseRunning = (folder: string) =>
  access(path.join(folder, "postgres/postmaster.pid")).then(
    () => true,
    () => false,
  );

test("checks the embedded database of a running and of a stopped shop", { timeout: 120_000 }, async () => {
  const home = await temporaryFolder();
  onTestFinished(home.remove);
  const settings = { DATA_DIR: home.folder, DEMO_DATA: "off", LOG_LEVEL: "warn", OWNER_PASSWORD: "four words of mine" };
  const empty = await runDoctor(settings);
  expect([empty.code, empty.stderr]).toEqual([
    1,
    `There is no shop in ${home.folder} yet: start it once, or set DATA_DIR.\n`,
  ]);

  const shop = await startShop(settings);
  onTestFinished(() => shop.stop());
  const port = new URL(shop.url).port;
  const running = await runDoctor({ ...settings, PORT: port });
  expect(running.stdout).toMatch(/\nStock +fine\n[\s\S]*\nAll is well\.\n$/);
  expect([running.code, running.stderr]).toEqual([0, ""]);
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);

  await shop.stop();
  const stopped = await runDoctor({ ...settings, HOST: "0.0.0.0" });
  expect(stopped.stdout).toContain("  ! PUBLIC_URL is not set");
  expect(stopped.stdout).toMatch(/\n\d things need a look\.\n$/);
  expect(stopped.code).toBe(1);
  expect(await isDatabaseRunning(home.folder)).toBe(false);
});
