import { findBinaries } from "../src/server/platform/embedded-postgres/programs.ts";

// Creates the library links at build time, because the user that runs the shop may not write here.
// Without binaries for this machine, the shop needs DATABASE_URL.
await findBinaries().catch((error: Error) => console.warn(error.message));
