import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { chooseNode, mallocEnvironment, nodeFlags } from "../../scripts/node-runtime.mjs";

const read = (name: string) => readFile(path.join(import.meta.dirname, "../..", name), "utf8");

const choose = (version: string, bundled?: string) =>
  chooseNode({ system: { path: "/usr/bin/node", version }, bundled, minimum: "24.16" });

test("takes the system's Node when it is new enough", () => {
  for (const version of ["24.16.0", "24.16.1", "24.21.0", "25.0.0", "100.1.0"])
    expect(choose(version, "/bundled/node"), version).toBe("/usr/bin/node");
});

test("takes the bundled Node when the system's is older, in any part of the version", () => {
  for (const version of ["24.15.9", "24.9.0", "24.0.0", "23.99.0", "20.20.2", "9.0.0"])
    expect(choose(version, "/bundled/node"), version).toBe("/bundled/node");
});

test("asks for a newer Node when neither is there", () => {
  expect(() => choose("24.9.0")).toThrow("This system's Node is 24.9.0; please install Node 24.16 or newer.");
});

test("package.json states the minimum version as >=MAJOR.MINOR", async () => {
  const { engines } = JSON.parse(await read("package.json"));
  expect(engines.node).toMatch(/^>=\d+\.\d+$/);
});

test("the Dockerfile and the systemd unit set the same flags and variables as npm start", async () => {
  const variables = Object.entries(mallocEnvironment).map(([name, value]) => `${name}=${value}`);
  for (const file of ["Dockerfile", "deploy/nakshatra.service"]) {
    const text = await read(file);
    for (const setting of [...nodeFlags, ...variables]) expect(text, file).toContain(setting);
  }
});
