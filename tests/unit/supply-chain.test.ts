import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

const read = (name: string) => readFile(path.join(import.meta.dirname, "../..", name), "utf8");

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
}

interface Locked {
  resolved?: string;
  integrity?: string;
  hasInstallScript?: boolean;
  optionalDependencies?: Record<string, string>;
}

const manifest = JSON.parse(await read("package.json")) as Manifest;
const { packages } = JSON.parse(await read("package-lock.json")) as { packages: Record<string, Locked> };
const locked = Object.entries(packages).filter(([key]) => key !== "");
const nameOf = (key: string) => key.slice(key.lastIndexOf("node_modules/") + "node_modules/".length);

test("every version is exact and every package has a sha512 hash", () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  expect(locked.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([key]) => key)).toEqual([]);
});

test("the lock file names no registry", () => {
  expect(locked.filter(([, { resolved }]) => resolved !== undefined).map(([key]) => key)).toEqual([]);
});

test("native packages are locked for x64 and arm64", () => {
  const optional = locked.flatMap(([, { optionalDependencies = {} }]) => Object.keys(optionalDependencies));
  const names = new Set(locked.map(([key]) => nameOf(key)));
  const native = [...optional, ...Object.keys(manifest.optionalDependencies)].filter((name) =>
    /linux.*(x64|arm64)/.test(name),
  );
  expect(native.length).toBeGreaterThan(0);
  expect(native.filter((name) => !names.has(name))).toEqual([]);
});

test("install scripts are disabled, and packages that have one are listed", async () => {
  expect(await read(".npmrc")).toMatch(/^ignore-scripts=true$/m);
  const withScripts = new Set(
    locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([key]) => nameOf(key)),
  );
  expect([...withScripts].filter((name) => manifest.allowScripts[name] !== false)).toEqual([]);
  expect(Object.values(manifest.allowScripts)).not.toContain(true);
});

test("docs/dependencies.md lists exactly the production packages", async () => {
  const rows = (await read("docs/dependencies.md")).matchAll(/^\| `([^`]+)` \|/gm);
  expect([...rows].map(([, name]) => name).sort()).toEqual(Object.keys(manifest.dependencies).sort());
});
