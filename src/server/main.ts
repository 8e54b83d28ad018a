import { enableCompileCache } from "node:module";
import { runShop } from "./shop.ts";

enableCompileCache();
await runShop(process.argv.includes("--dev"));
