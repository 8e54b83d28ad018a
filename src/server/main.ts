import "./fast-imports.ts";

const { start } = await import("./startup/start.ts");
await start(process.argv.includes("--dev"));
