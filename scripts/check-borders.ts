/** Checks the import rules of docs/architecture.md, cycles and the size of files. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, ".."));
const MAX_LINES = 300;
const FOLDERS = ["src", "demo", "tests", "scripts", "bench"];

/** Domain → the other domains that it may import, through their service.ts. */
const USES: Record<string, string[]> = {
  settings: ["activity", "images"],
  catalogue: ["activity", "images", "settings"],
  appointments: ["activity", "catalogue", "notifications", "refunds", "settings"],
  coupons: ["activity", "settings"],
  documents: ["activity", "catalogue", "payments/provider", "refunds", "settings"],
  checkout: ["appointments", "catalogue", "coupons", "settings"],
  parcels: ["settings"],
  payments: ["checkout", "payments/provider"],
  orders: [
    "activity",
    "appointments",
    "catalogue",
    "checkout",
    "documents",
    "notifications",
    "parcels",
    "refunds",
    "settings",
  ],
  refunds: ["activity", "notifications", "payments/provider", "settings"],
  accounts: ["activity", "notifications"],
  customers: ["accounts", "activity", "orders"],
  enquiries: ["activity", "catalogue", "notifications", "settings"],
  discovery: ["catalogue", "settings"],
  reviews: ["activity", "appointments", "catalogue", "images", "notifications", "settings"],
  reports: [
    "activity",
    "appointments",
    "backup",
    "catalogue",
    "documents",
    "enquiries",
    "orders",
    "refunds",
    "reviews",
  ],
  "first-day": ["accounts", "catalogue", "notifications", "orders", "payments", "payments/provider", "settings"],
  backup: ["notifications", "settings"],
  "personal-data": [
    "accounts",
    "activity",
    "appointments",
    "customers",
    "documents",
    "orders",
    "reviews",
    "settings",
    "wishlist",
  ],
  wishlist: ["catalogue", "notifications"],
  agents: ["catalogue", "checkout", "settings"],
  integrations: ["accounts", "activity", "orders"],
  activity: [],
  images: [],
  notifications: ["settings"],
  "payments/provider": [],
  // A fake payment provider: domains talk to it over HTTP only, and it imports no domain.
  "payments/sandbox": [],
};

/** Doors beside service.ts. */
const OTHER_DOORS = ["src/server/payments/provider/provider.ts"];

/** The order itself: it imports no other domain, and every domain may import its files. */
const CORE = "orders/core";

/** Folder of the platform → the other folders of it that it may import. All may import the files beside the folders. */
const PLATFORM_USES: Record<string, string[]> = {
  database: [],
  "embedded-postgres": ["files"],
  files: [],
  http: ["database"],
  jobs: ["database"],
  "response-cache": ["http"],
  "files beside the folders": ["database", "http", "jobs"],
};

/** Page folder → the other page folders that it may import. Every page may import ui, lib and art. */
const PAGE_USES: Record<string, string[]> = {
  shop: ["cart", "enquiry", "reviews"],
  courses: ["enquiry", "experts", "reviews"],
  experts: ["appointments", "cart", "reviews"],
  reviews: ["orders"],
  pages: ["enquiry", "experts", "shop"],
  cart: ["appointments"],
  agents: ["cart", "checkout", "orders"],
  checkout: ["appointments", "cart", "orders", "shop"],
  orders: ["appointments"],
  account: ["orders", "shop"],
  security: ["account"],
  desk: ["appointments"],
  admin: ["account", "appointments", "blogs", "courses", "experts", "orders", "pages", "reviews", "shop"],
  // The cart's drawer is on every page.
  layout: ["cart"],
  ui: ["lib", "art"],
  art: ["lib"],
};

/** Files that may read process.env. The start passes it to config.ts; PostgreSQL's programs need a few variables. */
const ENVIRONMENT_READERS = [
  "src/server/main.ts",
  "src/server/startup/start.ts",
  "src/server/platform/embedded-postgres/programs.ts",
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
  const [, folder] = /^src\/server\/(orders\/core|payments\/provider|payments\/sandbox|[^/]+)\//.exec(file) ?? [];
  return folder && !WIRING.includes(folder) ? folder : undefined;
};

/** The folder of the platform that a file is in. */
const platformFolderOf = (file: string) => /^src\/server\/platform\/([^/]+)\//.exec(file)?.[1];

function platformViolation(from: string, to: string) {
  const folder = platformFolderOf(from) ?? "files beside the folders";
  const target = platformFolderOf(to);
  if (!target || target === folder || PLATFORM_USES[folder]?.includes(target)) return undefined;
  return `in the platform, ${folder} may not use ${target}`;
}

const SHARED = ["ui", "lib", "art"];
const webFolderOf = (file: string) => /^src\/web\/([^/+]+)\//.exec(file)?.[1];

/** Why an import is not allowed; undefined when it is. */
function violation({ from, to, isTypeOnly }: Import): string | undefined {
  const isOwn = isOurs(to) || to === "site.config.ts";
  if (isIn(from, "src/contracts")) {
    if (to !== "zod" && to !== "site.config.ts" && !isIn(to, "src/contracts"))
      return "contracts import only zod, each other and site.config.ts";
  }
  if (isIn(from, "src/web")) {
    if (isIn(to, "src/server") || isIn(to, "demo")) return "the pages and the server never import each other";
    const [page, target] = [webFolderOf(from), webFolderOf(to)];
    const isShared = !SHARED.includes(page ?? "") && SHARED.includes(target ?? "");
    if (page && target && page !== target && !isShared && !PAGE_USES[page]?.includes(target))
      return `${page} may not use ${target}`;
    if (to === "zod" || (needsZod.has(to) && !isTypeOnly)) return "zod stays out of the browser: import types only";
  }
  if (!isIn(from, "src/server")) return undefined;
  if (isIn(to, "src/web")) return "the server and the pages never import each other";
  if (isIn(to, "demo") && from !== "src/server/startup/start.ts") return "only the start of the shop loads the demo";
  const domain = domainOf(from);
  const target = domainOf(to);
  if (!domain || !isOwn || !isIn(to, "src/server")) return undefined;
  if (domain === "platform" && target === "platform") return platformViolation(from, to);
  if (target === domain) return undefined;
  if (!target) return "a domain does not import the wiring";
  if (domain === "platform") return "the platform knows no domain";
  if (target === "platform") return undefined;
  // Foreign keys cross domains.
  if (from.endsWith("-table.ts") && to.endsWith("-table.ts")) return undefined;
  // The doctor checks what the domains stored, so it must not rely on their code.
  if (domain === "doctor") return to.endsWith("-table.ts") ? undefined : "the doctor imports only tables";
  if (target === CORE) return undefined;
  if (!USES[domain]?.includes(target)) return `${domain} may not use ${target}`;
  if (!to.endsWith("/service.ts") && !OTHER_DOORS.includes(to)) return "use another domain through its service.ts";
  return undefined;
}

for (const one of imports) {
  const why = violation(one);
  if (why) problems.push(`${one.from} imports ${one.to}: ${why}`);
}

function findCycles(nodes: readonly string[], targetsOf: (node: string) => readonly string[]) {
  const settled = new Set<string>();
  function visit(node: string, trail: string[]) {
    if (trail.includes(node)) {
      problems.push(`cycle: ${[...trail.slice(trail.indexOf(node)), node].join(" → ")}`);
      return;
    }
    if (settled.has(node)) return;
    for (const target of targetsOf(node)) visit(target, [...trail, node]);
    settled.add(node);
  }
  for (const node of nodes) visit(node, []);
}
const byFile = Map.groupBy(imports, ({ from }) => from);
findCycles(files, (file) => (byFile.get(file) ?? []).map(({ to }) => to).filter(isOurs));
findCycles(Object.keys(USES), (domain) => USES[domain] ?? []);

for (const file of files) {
  const text = readFileSync(path.join(root, file), "utf8");
  const lines = text.split("\n").length - 1;
  if (lines > MAX_LINES) problems.push(`${file} has ${lines} lines, over ${MAX_LINES}: split it`);
  const readsEnvironment = isIn(file, "src") && /process\.env\b/.test(text);
  if (readsEnvironment && !ENVIRONMENT_READERS.includes(file))
    problems.push(`${file} reads process.env: only startup passes it to config.ts`);
}

for (const problem of problems) console.error(problem);
console.log(`${files.length} files, ${imports.length} imports, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);
