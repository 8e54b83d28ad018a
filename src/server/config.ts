import path from "node:path";
import { z } from "zod";
import { PAYMENT_METHOD, type PaymentMode } from "../contracts/payments/payment-rules.ts";
import { SENDER } from "../contracts/settings/sealed-settings.ts";
import { hasProviderKeys, providerVariables, readProviderSettings } from "./payments/provider/razorpay/environment.ts";
import { deriveSandboxKeys } from "./payments/sandbox/keys.ts";
import { ConfigError, oneOf, text, url, WEB, wholeNumber } from "./platform/environment.ts";
import { deriveKey, readOrCreateSecret } from "./platform/secrets.ts";

const WEB3FORMS = "https://api.web3forms.com/submit";
const PASSWORD_RULE = "must have 8 to 128 characters, for example a phrase of four words";

export const secretText = z
  .string()
  .min(32, "must have at least 32 characters, for example the output of: openssl rand -hex 32")
  .optional();

const environment = z.object({
  NODE_ENV: z.string().optional(),
  PORT: wholeNumber("3000", 0, 65_535).default(3000),
  HOST: text("must be a host name or address, for example 127.0.0.1").default("127.0.0.1"),
  TRUST_PROXY: wholeNumber("1", 0, 10).default(0),
  WEB_CONCURRENCY: wholeNumber("2", 1, 64).default(1),
  PUBLIC_URL: url(WEB, "https://shop.example.com")
    .transform((text) => new URL(text).origin)
    .optional(),
  DATA_DIR: text("must be a folder, for example ./data")
    .default("./data")
    .transform((folder) => path.resolve(folder)),
  BACKUP_DIR: text("must be a folder, for example ./backups")
    .transform((folder) => path.resolve(folder))
    .optional(),
  BACKUP_KEEP: wholeNumber("14", 1, 1000).default(14),
  DATABASE_URL: url(["postgres:", "postgresql:"], "postgres://user:password@localhost:5432/shop").optional(),
  DATABASE_DIRECT_URL: url(["postgres:", "postgresql:"], "postgres://user:password@localhost:5432/shop").optional(),
  DEMO_DATA: oneOf(["on", "off"]).optional(),
  OWNER_EMAIL: z.email("must be an e-mail address, for example owner@example.com").default("owner@example.com"),
  OWNER_PASSWORD: z.string().min(8, PASSWORD_RULE).max(128, PASSWORD_RULE).optional(),
  JWT_SECRET: secretText,
  ...providerVariables,
  PAYMENTS: oneOf([PAYMENT_METHOD, "sandbox"]).optional(),
  SMTP_URL: url(["smtp:", "smtps:"], "smtps://user:password@smtp.example.com")
    .refine(
      (text) => URL.parse(text)?.hostname !== "",
      "must be an address such as smtps://user:password@smtp.example.com",
    )
    .optional(),
  MAIL_FROM: z.string().regex(SENDER, "must be a sender, for example Nakshatra <namaste@example.com>").optional(),
  WEB3FORMS_ACCESS_KEY: text(
    "must be the access key from Web3Forms, for example 00000000-0000-0000-0000-000000000000",
  ).optional(),
  WEB3FORMS_URL: url(WEB, WEB3FORMS).default(WEB3FORMS),
  S3_ENDPOINT: url(WEB, "https://s3.ap-south-1.amazonaws.com").optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, "must be a bucket's name, for example my-shop-pictures")
    .optional(),
  S3_ACCESS_KEY: text("must be the id of an access key, for example AKIAXXXXXXXXXXXXXXXX").optional(),
  S3_SECRET_KEY: text("must be the secret that belongs to S3_ACCESS_KEY").optional(),
  S3_REGION: text("must be the bucket's region, for example ap-south-1").optional(),
  RATE_LIMIT: oneOf(["on", "off"]).default("on"),
  METRICS_TOKEN: z
    .string()
    .regex(
      /^[\w.~+/=-]{16,}$/,
      "must have at least 16 letters and digits, for example the output of: openssl rand -hex 32",
    )
    .optional(),
  LOG_LEVEL: oneOf(["info", "fatal", "error", "warn", "debug", "trace", "silent"]).default("info"),
});
type Environment = z.output<typeof environment>;

function parse(env: NodeJS.ProcessEnv): Environment {
  const known = Object.keys(environment.shape).map((name) => [name, env[name]?.trim()] as const);
  const result = environment.safeParse(Object.fromEntries(known.filter(([, value]) => value)));
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  throw new ConfigError(String(issue.path[0]), issue.message);
}

/** How payments work while nobody has typed keys in the browser. A public shop must not sell for pretend money. */
function paymentMode(env: Environment, hasKeys: boolean, publicUrl: string): PaymentMode {
  if (env.PAYMENTS === "sandbox") return "sandbox";
  if (!hasKeys) return env.PAYMENTS || publicUrl.startsWith("https:") ? "none" : "sandbox";
  if (env.RATE_LIMIT === "on") return PAYMENT_METHOD;
  throw new ConfigError("RATE_LIMIT", "cannot be off with live payment keys: remove it or write RATE_LIMIT=on");
}

function readJwtSecret(file: string) {
  const secret = readOrCreateSecret(file);
  if (secret) return secret;
  throw new ConfigError(
    "JWT_SECRET",
    `is not set and the one kept in ${file} is damaged: delete that file (everybody then has to log in again), or set JWT_SECRET, for example to the output of: openssl rand -hex 32`,
  );
}

/** The encryption key of intake forms. Read when the shop starts, not with the settings: commands do not need it. */
export function readIntakeKey(file: string) {
  const key = readOrCreateSecret(file);
  if (key) return key;
  throw new ConfigError(
    "DATA_DIR",
    `holds a damaged key, ${file}: put back the copy that you keep beside your backups, or delete the file (what callers told experts can then no longer be read)`,
  );
}

/** The bucket for uploaded pictures. Without one they are stored in a local folder. */
function fileStoreSettings(env: Environment) {
  const settings = {
    endpoint: env.S3_ENDPOINT,
    bucket: env.S3_BUCKET,
    accessKey: env.S3_ACCESS_KEY,
    secretKey: env.S3_SECRET_KEY,
    region: env.S3_REGION,
  };
  const isSet = Object.values(settings).map((value) => value !== undefined);
  if (!isSet.includes(true)) return undefined;
  if (!isSet.includes(false)) return settings as { [name in keyof typeof settings]: string };
  const names = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY", "S3_SECRET_KEY", "S3_REGION"];
  throw new ConfigError(
    names[isSet.indexOf(false)]!,
    `is missing: ${names.join(", ")} belong together; set all five, for example S3_REGION=ap-south-1, or none`,
  );
}

export function readConfig(env: NodeJS.ProcessEnv) {
  const read = parse(env);
  const publicUrl = read.PUBLIC_URL ?? `http://localhost:${read.PORT}`;
  const hasPaymentKeys = hasProviderKeys(read);
  const payments = paymentMode(read, hasPaymentKeys, publicUrl);
  const providerSettings = payments === PAYMENT_METHOD ? readProviderSettings(read) : undefined;
  const jwtSecretFile = read.JWT_SECRET ? undefined : path.join(read.DATA_DIR, "jwt-secret");
  const jwtSecret = read.JWT_SECRET ?? readJwtSecret(jwtSecretFile!);
  // In sandbox mode the keys are derived: the sandbox never gets real keys.
  const sandboxSecret = deriveKey(jwtSecret, "sandbox").toString("hex");
  const provider = providerSettings ?? { ...deriveSandboxKeys(sandboxSecret), apiUrl: read.RAZORPAY_API_URL };
  return {
    port: read.PORT,
    host: read.HOST,
    trustProxy: read.TRUST_PROXY,
    workers: read.WEB_CONCURRENCY,
    publicUrl,
    dataDir: read.DATA_DIR,
    settingsKeyFile: path.join(read.DATA_DIR, "settings.key"),
    intakeKeyFile: path.join(read.DATA_DIR, "intake.key"),
    databaseUrl: read.DATABASE_URL,
    databaseDirectUrl: read.DATABASE_DIRECT_URL,
    backup: { folder: read.BACKUP_DIR, keep: read.BACKUP_KEEP },
    // A shop that takes real money must not sell demo goods by accident.
    demoData: (read.DEMO_DATA ?? (hasPaymentKeys ? "off" : "on")) === "on",
    owner: { email: read.OWNER_EMAIL, password: read.OWNER_PASSWORD },
    jwtSecret,
    /** Where the shop keeps a secret of its own. */
    jwtSecretFile,
    payments,
    /** The environment decides, so that keys typed in the browser are not used. */
    hasFixedPayments: hasPaymentKeys || read.PAYMENTS === "sandbox",
    provider,
    smtpUrl: read.SMTP_URL,
    mailFrom: read.MAIL_FROM,
    web3forms: read.WEB3FORMS_ACCESS_KEY ? { url: read.WEB3FORMS_URL, accessKey: read.WEB3FORMS_ACCESS_KEY } : null,
    s3: fileStoreSettings(read),
    rateLimit: read.RATE_LIMIT === "on",
    metricsToken: read.METRICS_TOKEN,
    logLevel: read.LOG_LEVEL,
  };
}
export type Config = ReturnType<typeof readConfig>;

/** What the environment sets of the settings that can be typed in the browser, too. */
export function readFixedSettings({ payments, hasFixedPayments, provider, smtpUrl, mailFrom = "" }: Config) {
  const { keyId, keySecret, webhookSecret } = provider;
  const keys = payments === PAYMENT_METHOD ? { keyId, keySecret, webhookSecret } : {};
  const { hostname: host, port, protocol, username: user, password } = new URL(smtpUrl ?? "smtp://none");
  const security = protocol === "smtps:" ? "tls" : "none";
  return {
    payments: hasFixedPayments ? keys : undefined,
    mail: smtpUrl ? { host, port, security, user, password, sender: mailFrom } : undefined,
  };
}
