import { enableFastImports } from "./startup/fast-imports.ts";

enableFastImports();
const { start } = await import("./startup/start.ts");
await start(process.argv.includes("--dev"));
