/** `npm run change-secret`: changes the secret and encrypts anew what the database stores with it. Stop the shop first. */
import { existsSync } from "node:fs";
import path from "node:path";
import { secretText } from "../src/server/config.ts";
import { runCommand } from "./command.ts";

function parseNewSecret() {
  const result = secretText.safeParse(process.env.NEW_JWT_SECRET?.trim() || undefined);
  if (!result.success) throw new Error(`NEW_JWT_SECRET ${result.error.issues[0]!.message}`);
  return result.data;
}

async function changeSecret(given: string | undefined) {
  const { config, openOptions, formatCount } = await import("./shop-context.ts");
  const { jwtSecret, jwtSecretFile, databaseUrl, dataDir } = config;
  if (!databaseUrl && !existsSync(path.join(dataDir, "postgres")))
    throw new Error(`There is no shop in ${dataDir}: set DATA_DIR as it has it.`);
  if (jwtSecretFile && given)
    throw new Error(
      `The shop has a secret of its own, in ${jwtSecretFile}, and makes the new one: remove NEW_JWT_SECRET`,
    );
  if (!jwtSecretFile && !given)
    throw new Error("Give the new secret too: NEW_JWT_SECRET=$(openssl rand -hex 32) npm run change-secret");
  if (given === jwtSecret) throw new Error("NEW_JWT_SECRET is the secret in use: give another one.");
  const startup = await import("../src/server/startup/change-secret.ts");
  const { openShopDatabase } = await import("../src/server/startup/open-database.ts");
  const { db, close } = await openShopDatabase(openOptions);
  try {
    const count = await startup.changeSecret(db, config, given);
    console.log(`Encrypted anew: ${formatCount(count, "secret")} of authenticator apps and webhooks.`);
    console.log("Everybody logs in anew. Recovery codes and links in earlier mails have ended:");
    console.log("owners and experts make new codes under /profile/security.");
    console.log(given ? "Now set JWT_SECRET to the new secret, and start the shop." : "The shop can be started.");
  } finally {
    await close();
  }
}

await runCommand({
  usage: "Usage: NEW_JWT_SECRET=… npm run change-secret.",
  parse: parseNewSecret,
  run: changeSecret,
});
