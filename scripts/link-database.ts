import { findBinaries } from "../src/server/platform/embedded-postgres/binaries.ts";

// The links that the database's libraries need are made by whoever installs the shop: the user it runs as may write nothing
// here. Where there is no such database for the machine, the shop needs one of the owner's.
await findBinaries().catch((error: Error) => console.warn(error.message));
