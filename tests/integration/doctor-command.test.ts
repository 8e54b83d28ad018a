import { execFile } from "node:child_process";
import { access } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startShop } from "../support/shop-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const script = path.resolve(import.meta.dirname, "../../scripts/doctor.ts");

function doctor(settings: Record<string, string>) {
  return new Promise<{ code: number; said: string; complained: string }>((resolve) => {
    const env = { PATH: process.env.PATH, ...settings };
    execFile(process.execPath, [script], { env }, (error, said, complained) =>
      resolve({ code: Number(error?.code ?? 0), said, complained }),
    );
  });
}

const isDatabaseRunning = (folder: string) =>
  access(path.join(folder, "postgres/postmaster.pid")).then(
    () => true,
    () => false,
  );

test("looks at the shop's own database, whether the shop runs or not", { timeout: 120_000 }, async () => {
  const home = await temporaryFolder();
  onTestFinished(home.remove);
  const settings = { DATA_DIR: home.folder, DEMO_DATA: "off", LOG_LEVEL: "warn", OWNER_PASSWORD: "four words of mine" };
  const empty = await doctor(settings);
  expect([empty.code, empty.complained]).toEqual([
    1,
    `There is no shop in ${home.folder} yet: start it once, or set DATA_DIR.\n`,
  ]);

  const shop = await startShop(settings);
  onTestFinished(() => shop.stop());
  const port = new URL(shop.url).port;
  const running = await doctor({ ...settings, PORT: port });
  expect(running.said).toMatch(/\nStock +fine\n[\s\S]*\nAll is well\.\n$/);
  expect([running.code, running.complained]).toEqual([0, ""]);
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200);

  await shop.stop();
  const stopped = await doctor({ ...settings, HOST: "0.0.0.0" });
  expect(stopped.said).toContain("  ! PUBLIC_URL is not set");
  expect(stopped.said).toMatch(/\n\d things need a look\.\n$/);
  expect(stopped.code).toBe(1);
  expect(await isDatabaseRunning(home.folder)).toBe(false);
});
