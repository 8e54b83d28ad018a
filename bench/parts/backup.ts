import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { filesOfImage } from "../../src/contracts/catalogue/image-rules.ts";
import { openDatabase } from "../../src/server/platform/database/database.ts";
import { migrateDatabase } from "../../src/server/platform/database/migrate.ts";
import { createServers, hasProgram, PROGRAMS, query } from "../../tests/support/debian-postgres.ts";
import { freePort } from "../../tests/support/free-port.ts";
import { stopProcess } from "../../tests/support/shop-process.ts";
import { temporaryFolder } from "../../tests/support/temporary-folder.ts";
import { migrations } from "../../tests/support/test-postgres.ts";
import { addOrders, copyProducts, makeFirstProducts } from "../fill.ts";
import { type Cell, type Findings, round } from "../findings.ts";
import { median } from "../load/summarise.ts";

const PRODUCTS = 5_000;
const ORDERS = 60_000;
const PICTURES = 600;
/** The bytes of a photo and its copies, as an ordinary camera's come out. */
const SIZES = [220_000, 20_000, 60_000, 160_000];
const ROUNDS = 3;

const run = promisify(execFile);

async function fill(databaseUrl: string, dataDir: string) {
  const db = openDatabase({ connectionString: databaseUrl }, { warn() {} });
  await migrateDatabase(db, migrations);
  await db.$client.end();
  await makeFirstProducts(databaseUrl, dataDir);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await copyProducts(client, PRODUCTS);
  await addOrders(client, ORDERS, { id: "00000000-0000-4000-8000-000000000000", orders: 0 });
  const uploads = path.join(dataDir, "uploads");
  await mkdir(uploads, { recursive: true });
  const { rows } = await client.query<{ id: string }>(`select id from products order by created_at limit ${PICTURES}`);
  for (const { id } of rows) {
    const image = `/uploads/${id}-2000x2000.jpg`;
    await client.query("update products set images = array[$2] where id = $1", [id, image]);
    for (const [index, name] of filesOfImage(image).entries())
      await writeFile(path.join(uploads, name), randomBytes(SIZES[index]!));
  }
  await client.end();
}

/** Seconds of a shell command, and the processor's seconds of its processes. */
async function time(command: string, settings: Record<string, string> = {}) {
  const began = performance.now();
  const env = { PATH: `${path.dirname(process.execPath)}:${PROGRAMS}:${process.env.PATH}`, ...settings };
  const { stdout } = await run("sh", ["-ec", `${command}\ntimes`], { env, maxBuffer: 1e8 });
  const seconds = (performance.now() - began) / 1000;
  const minutes = [
    ...stdout
      .trimEnd()
      .split("\n")
      .at(-1)!
      .matchAll(/(\d+)m([\d.]+)s/g),
  ];
  return { seconds, cpu: minutes.reduce((sum, [, whole, rest]) => sum + Number(whole) * 60 + Number(rest), 0) };
}
type Time = Awaited<ReturnType<typeof time>>;

/** Saves and restores a shop, in turns with the programs that an administrator would use instead. */
export async function backup(): Promise<Findings> {
  if (!hasProgram("pg_dump")) return { tables: [], checks: [] };
  const { folder, remove } = await temporaryFolder();
  const servers = await createServers(folder);
  const data = path.join(folder, "server");
  servers.create(data);
  const port = await freePort();
  const server = await servers.start(data, port);
  const urlOf = (name: string) => `postgres://shop@127.0.0.1:${port}/${name}`;
  const at = (name: string) => path.join(folder, name);
  const times: Record<string, Time[]> = { saveOurs: [], saveTheirs: [], loadOurs: [], loadTheirs: [] };
  try {
    await query(port, "create database shop");
    await fill(urlOf("shop"), at("data"));
    for (let turn = 0; turn < ROUNDS; turn++) {
      for (const name of ["ours", "theirs"]) {
        await query(port, `drop database if exists ${name}`);
        await query(port, `create database ${name}`);
        await rm(at(name), { recursive: true, force: true });
      }
      await rm(at("ours.tar.zst"), { force: true });
      const save = `pg_dump ${urlOf("shop")} > ${at("shop.sql")}; tar -C ${folder} -cf - shop.sql data/uploads | zstd -q -f -o ${at("theirs.tar.zst")}; sync ${at("theirs.tar.zst")}`;
      times.saveTheirs!.push(await time(save));
      const saveOurs = `npm run -s backup -- ${at("ours.tar.zst")}`;
      times.saveOurs!.push(await time(saveOurs, { DATABASE_URL: urlOf("shop"), DATA_DIR: at("data") }));
      const load = `psql -q -o /dev/null -f ${at("shop.sql")} ${urlOf("theirs")}; cp -r ${at("data/uploads")} ${at("theirs")}`;
      times.loadTheirs!.push(await time(load));
      const loadOurs = `npm run -s restore -- ${at("ours.tar.zst")}`;
      times.loadOurs!.push(await time(loadOurs, { DATABASE_URL: urlOf("ours"), DATA_DIR: at("ours") }));
    }
  } finally {
    await stopProcess(server, "SIGINT");
    await remove();
  }
  const medianOf = (name: string, figure: keyof Time) => median(times[name]!.map((one) => one[figure]));
  const shareOf = (kind: string, figure: keyof Time) =>
    median(times[`${kind}Ours`]!.map((one, turn) => one[figure] / times[`${kind}Theirs`]![turn]![figure]));
  const row = (title: string, name: string, kind?: string): Cell[] => [
    title,
    round(medianOf(name, "seconds")),
    round(medianOf(name, "cpu")),
    kind && round(shareOf(kind, "seconds")),
    kind && round(shareOf(kind, "cpu")),
  ];
  return {
    tables: [
      {
        title: `Save and restore ${PRODUCTS} products, ${ORDERS} orders and ${PICTURES} photos`,
        columns: ["", "seconds", "CPU s", "times as long", "times the CPU"],
        rows: [
          row("pg_dump, tar and zstd", "saveTheirs"),
          row("npm run backup", "saveOurs", "save"),
          row("psql and cp", "loadTheirs"),
          row("npm run restore", "loadOurs", "load"),
        ],
        note: `medians of ${ROUNDS} rounds in turns, PostgreSQL 15; the CPU without the server's`,
      },
    ],
    checks: [
      { what: "backup", unit: "times pg_dump, tar, zstd", measured: shareOf("save", "seconds"), atMost: 2 },
      { what: "restore", unit: "times psql, cp", measured: shareOf("load", "seconds"), atMost: 3 },
    ],
  };
}
