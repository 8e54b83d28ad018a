/** Checks who imports whom (docs/architecture.md), that nothing imports in a circle, and that no file grows past its size. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, ".."));
const MAX_LINES = 300;
const FOLDERS = ["src", "demo", "tests", "scripts", "bench"];

/** Which domain of the server may ask which other, and then only through that one's service.ts. */
const ASKS: Record<string, string[]> = {
  catalogue: ["activity", "images"],
  orders: ["activity", "catalogue", "notifications"],
  payments: ["orders", "notifications"],
  accounts: ["notifications"],
  enquiries: ["activity", "notifications"],
  discovery: ["catalogue"],
  reports: ["catalogue", "enquiries", "orders"],
  backup: ["images"],
  "personal-data": ["accounts", "activity", "notifications", "orders"],
  activity: [],
  images: [],
  notifications: [],
  // A stand-in for a remote system: spoken to over HTTP only.
  "payments/sandbox": [],
};

/** The start hands the environment on, to config.ts in the end; the database's programs get the few variables every program needs. */
const READ_ENVIRONMENT = [
  "src/server/main.ts",
  "src/server/startup/start.ts",
  "src/server/platform/embedded-postgres/run-command.ts",
];

interface Import {
  from: string;
  to: string;
  isTypeOnly: boolean;
}

const problems: string[] = [];

function filesBelow(folder: string): string[] {
  try {
    const names = readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" });
    return names
      .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
      .map((name) => path.posix.join(folder, name.replaceAll("\\", "/")));
  } catch {
    return [];
  }
}

const IMPORT = /(?:^|\n)\s*(?:import|export)\s+(type\s)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"|import\("([^"]+)"\)/g;

function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(root, file), "utf8");
  return [...text.matchAll(IMPORT)].map(([, type, plain, dynamic]) => {
    const target = plain ?? dynamic!;
    const to = target.startsWith(".") ? path.posix.join(path.posix.dirname(file), target.split("?")[0]!) : target;
    return { from: file, to, isTypeOnly: type !== undefined };
  });
}

const files = FOLDERS.flatMap(filesBelow);
const imports = files.flatMap(importsOf);
const needsZod = new Set(imports.filter(({ to, isTypeOnly }) => to === "zod" && !isTypeOnly).map(({ from }) => from));

const isIn = (file: string, folder: string) => file.startsWith(`${folder}/`);
const isOurs = (target: string) =>
  target.includes("/") && (FOLDERS.some((folder) => isIn(target, folder)) || target === "site.config.ts");
/** Folders that wire the server together: they may import every domain. */
const WIRING = ["startup", "pages"];
const domainOf = (file: string) => {
  const [, folder] = /^src\/server\/(payments\/sandbox|[^/]+)\//.exec(file) ?? [];
  return folder && !WIRING.includes(folder) ? folder : undefined;
};

/** Why an import is not allowed, or nothing. */
function objection({ from, to, isTypeOnly }: Import): string | undefined {
  const isOwn = isOurs(to) || to === "site.config.ts";
  if (isIn(from, "src/contracts")) {
    if (to !== "zod" && to !== "site.config.ts" && !isIn(to, "src/contracts"))
      return "contracts know only zod, each other and site.config.ts";
  }
  if (isIn(from, "src/web")) {
    if (isIn(to, "src/server") || isIn(to, "demo")) return "the pages and the server never import each other";
    if (to === "zod" || (needsZod.has(to) && !isTypeOnly)) return "zod stays out of the browser: import types only";
  }
  if (!isIn(from, "src/server")) return undefined;
  if (isIn(to, "src/web")) return "the server and the pages never import each other";
  if (isIn(to, "demo") && from !== "src/server/startup/start.ts") return "only the start of the shop loads the demo";
  const domain = domainOf(from);
  const target = domainOf(to);
  if (!domain || !isOwn || !isIn(to, "src/server") || target === domain) return undefined;
  if (!target) return "a domain does not know what mounts it";
  if (domain === "platform") return "the platform knows no shop";
  if (target === "platform") return undefined;
  // It examines what the others have written down, and asks none of them: it might be wrong with them.
  if (domain === "doctor") return to.endsWith("-table.ts") ? undefined : "the doctor reads tables and asks nobody";
  if (!ASKS[domain]?.includes(target)) return `${domain} may not ask ${target}`;
  if (!to.endsWith("/service.ts")) return `another domain is asked through its service.ts`;
  return undefined;
}

for (const one of imports) {
  const why = objection(one);
  if (why) problems.push(`${one.from} imports ${one.to}: ${why}`);
}

const graph = Map.groupBy(
  imports.filter(({ to, isTypeOnly }) => isOurs(to) && !isTypeOnly),
  ({ from }) => from,
);
const settled = new Set<string>();
function findCircle(file: string, trail: string[]) {
  if (trail.includes(file)) {
    problems.push(`imports run in a circle: ${[...trail.slice(trail.indexOf(file)), file].join(" → ")}`);
    return;
  }
  if (settled.has(file)) return;
  for (const { to } of graph.get(file) ?? []) findCircle(to, [...trail, file]);
  settled.add(file);
}
for (const file of files) findCircle(file, []);

for (const file of files) {
  const text = readFileSync(path.join(root, file), "utf8");
  const lines = text.split("\n").length - 1;
  if (lines > MAX_LINES) problems.push(`${file} has ${lines} lines, over ${MAX_LINES}: it is probably two rooms`);
  const readsEnvironment = isIn(file, "src") && /process\.env\b/.test(text);
  if (readsEnvironment && !READ_ENVIRONMENT.includes(file))
    problems.push(`${file} reads process.env: only the start of the shop hands it to config.ts`);
}

for (const problem of problems) console.error(problem);
console.log(`${files.length} files, ${imports.length} imports, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
