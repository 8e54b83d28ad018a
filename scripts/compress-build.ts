/** Compresses the built files at build time. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const client = path.resolve(import.meta.dirname, "../build/client");
const names = await readdir(client, { recursive: true });

for (const name of names.filter((name) => /\.(js|css|svg|json|webmanifest)$/.test(name))) {
  const file = path.join(client, name);
  const bytes = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}
