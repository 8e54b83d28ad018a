import { PAYMENT_METHOD, PROVIDER_LABEL } from "../../contracts/payments/payment-rules.ts";
import type { SettingGroup } from "../../contracts/settings/settings.ts";
import type { DemoCounts, FirstDay, FirstDayItem, TestMail } from "../../contracts/settings/settings-calls.ts";
import { DEFAULT_BRAND, namesOldBrand, settingTitles } from "../../contracts/settings/settings-rules.ts";
import type { Accounts } from "../accounts/service.ts";
import type { Catalogue } from "../catalogue/service.ts";
import type { Notifications } from "../notifications/service.ts";
import type { Orders } from "../orders/service.ts";
import type { CurrentProvider } from "../payments/provider/provider.ts";
import type { Payments } from "../payments/service.ts";
import { badInput } from "../platform/http/errors.ts";
import type { LoginUser } from "../platform/http/logins.ts";
import type { RateLimiter } from "../platform/http/rate-limit.ts";
import type { Mailer } from "../platform/mailer.ts";
import type { SettingsService } from "../settings/service.ts";
import { testMailByAccount } from "./limits.ts";

interface MailFailure {
  code?: string;
  responseCode?: number;
}

type Reason = [field: string, text: string];
const UNREACHABLE: Reason = ["host", "could not be reached: check server and port."];

const reasons: Record<string, Reason> = {
  EAUTH: ["password", "did not accept the user name or the password."],
  EENVELOPE: ["sender", "refused the sender or the recipient: check the sender."],
  EMESSAGE: ["sender", "refused the content of the mail."],
  ETLS: ["security", "offers no secure connection of this kind: check how it is secured."],
  ETIMEDOUT: ["host", "took too long to answer: check server and port."],
  ECONNECTION: UNREACHABLE,
  ECONNREFUSED: UNREACHABLE,
  ESOCKET: UNREACHABLE,
  EDNS: UNREACHABLE,
  EKEY: ["host", "is not known: its stored settings cannot be read. See “Mail” in the settings."],
};

/** Built from codes alone: the messages of mail servers and of the mailer may contain addresses and passwords. */
function describeMailFailure({ code = "", responseCode }: MailFailure): Reason {
  const [field, reason] = reasons[code] ?? ["host"];
  if (!reason) return [field, `The mail could not be sent${code && ` (${code})`}.`];
  return [field, `The mail server ${reason}${responseCode ? ` It answered ${responseCode}.` : ""}`];
}

interface FirstDayDeps {
  limiter: RateLimiter;
  accounts: Accounts;
  catalogue: Catalogue;
  orders: Orders;
  payments: Payments;
  notifications: Notifications;
  settings: SettingsService;
  provider: CurrentProvider;
  publicUrl: string;
  /** Whether mails are sent, or written to files. */
  hasMailServer(): Promise<boolean>;
}

interface Facts extends Omit<FirstDay, "items"> {
  published: Set<SettingGroup>;
  /** The first text of Home and About that names the default brand of a renamed shop. */
  oldBrandAt: string | undefined;
  hasOwnProduct: boolean;
  publicUrl: string;
}

const isPublicAddress = (url: string) =>
  url.startsWith("https:") && !/^(localhost|127\.|\[::1\])/.test(new URL(url).hostname);

const isRemoved = (demo: DemoCounts) => Object.values(demo).every((count) => count === 0);

/** The name of the form's field: the path of the text, or of the list of its lines. */
function findOldBrand(value: unknown, brand: string, path: string[] = []): string | undefined {
  const isObject = typeof value === "object" && value !== null;
  const isLines = Array.isArray(value) && value.every((line) => typeof line === "string");
  if (!isObject || isLines) return namesOldBrand(value, brand) ? path.join(".") : undefined;
  const found = Object.entries(value).map(([name, part]) => findOldBrand(part, brand, [...path, name]));
  return found.find(Boolean);
}

const items: ((facts: Facts) => FirstDayItem)[] = [
  ({ published }) => ({
    key: "identity",
    done: published.has("business"),
    title: "Your shop's name and contact",
    text: "Until then visitors see the demo shop's name, phone and address.",
    link: { to: "/admin/settings/business", text: "Name and contact" },
  }),
  ({ published, oldBrandAt }) => ({
    key: "story",
    done: published.has("home") && oldBrandAt === undefined,
    title: "Your story",
    text: `The home page and About still tell the story of ${oldBrandAt ? DEFAULT_BRAND : "the demo shop"}.`,
    link: { to: `/admin/settings/home#${oldBrandAt ?? "aboutUs.0.lead"}`, text: settingTitles.home },
  }),
  ({ hasOwnProduct }) => ({
    key: "product",
    done: hasOwnProduct,
    title: "Your first product",
    text: "Add a piece of your own, or make one of the demo pieces yours.",
    link: { to: "/admin/products", text: "Products" },
  }),
  ({ payments: { mode } }) => ({
    key: "payments",
    done: mode === "live",
    title: "Payments",
    text: `Type the live keys of ${PROVIDER_LABEL}. Until then no money moves.`,
    link: { to: "/admin/settings/payments", text: "Payment keys" },
  }),
  ({ mail }) => ({
    key: "mail",
    done: mail === "smtp",
    title: "Mail",
    text: "Type the mail server that sends your mails. Until then they are only written to files.",
    link: { to: "/admin/settings/mail", text: "Mail server" },
  }),
  ({ publicUrl }) => ({
    key: "domain",
    done: isPublicAddress(publicUrl),
    title: "Your own address",
    text: `Links in mails lead to ${publicUrl}. Your https address belongs in PUBLIC_URL on the server.`,
    link: null,
  }),
  ({ published }) => ({
    key: "legal",
    done: published.has("legal"),
    title: "Legal texts",
    text: "The terms and the privacy policy are a template. Let a lawyer check them, then publish yours.",
    link: { to: "/admin/settings/legal", text: "Legal texts" },
  }),
  ({ published }) => ({
    key: "delivery",
    done: published.has("delivery"),
    title: "Addresses and delivery",
    text: "We recommend to ask every buyer of pieces for an address. Say there too how long parcels take from your town.",
    link: { to: "/admin/settings/delivery", text: "Orders and delivery" },
  }),
  ({ demo }) => ({
    key: "demo",
    done: isRemoved(demo),
    title: "No more demo data",
    text: "Remove the demo pieces, courses, experts and articles that you have not made your own.",
    link: { to: "/admin/first-day#demo", text: "Demo data" },
  }),
];

export function createFirstDay(deps: FirstDayDeps) {
  const { limiter, accounts, catalogue, orders, payments, notifications, settings, provider, publicUrl } = deps;

  async function paymentStatus(): Promise<FirstDay["payments"]> {
    const [lastWebhook, lastPayment] = await Promise.all([payments.lastEvent(), orders.lastPayment()]);
    const { mode, isLive } = await provider.current();
    const hasKeys = mode === PAYMENT_METHOD;
    return { mode: hasKeys ? (isLive ? "live" : "test") : mode, hasKeys, lastWebhook, lastPayment };
  }

  /** Sent directly and not as a job, so that the owner sees the result immediately. */
  async function sendTo(owner: LoginUser, by?: Mailer) {
    const { email } = await accounts.profile(owner);
    const { brand } = (await settings.read()).business;
    const mail = {
      to: email,
      subject: `Test mail from ${brand}`,
      title: "Mail works",
      paragraphs: [`You asked ${brand} for this mail in its admin. Your customers get theirs the same way.`],
    };
    await notifications.sendNow(mail, by);
    return `The mail server took the mail to ${email}. Look into your inbox.`;
  }

  return {
    async read(): Promise<FirstDay> {
      const [demo, hasOwnProduct, paid, hasMailServer, groups] = await Promise.all([
        catalogue.demo.count(),
        catalogue.demo.hasOwnProduct(),
        paymentStatus(),
        deps.hasMailServer(),
        settings.list(),
      ]);
      const published = new Set(groups.filter(({ version }) => version > 0).map(({ group }) => group));
      const valuesOf = (wanted: SettingGroup) => groups.find(({ group }) => group === wanted)?.values;
      const oldBrandAt = findOldBrand(valuesOf("home"), String(valuesOf("business")?.brand));
      const shown = { demo, mail: hasMailServer ? ("smtp" as const) : ("file" as const), payments: paid };
      const facts = { ...shown, published, oldBrandAt, hasOwnProduct, publicUrl };
      return { items: items.map((item) => item(facts)), ...shown };
    },

    removeDemo: (owner: LoginUser) => catalogue.demo.remove(owner.id),

    async sendTestMail(owner: LoginUser): Promise<TestMail> {
      await limiter.take(testMailByAccount, owner.id);
      try {
        const message = await sendTo(owner);
        if (await deps.hasMailServer()) return { outcome: "sent", message };
      } catch (error) {
        return { outcome: "refused", message: describeMailFailure(error as MailFailure)[1] };
      }
      const message = `No mail server is set, so the mail to ${(await accounts.profile(owner)).email} was written to a file in the folder “mail” of the shop's data.`;
      return { outcome: "written", message };
    },

    /** Sends the owner a mail by a server that is not saved yet. */
    async tryMailServer(owner: LoginUser, mailer: Mailer) {
      try {
        return await sendTo(owner, mailer);
      } catch (error) {
        throw badInput(Object.fromEntries([describeMailFailure(error as MailFailure)]));
      } finally {
        mailer.close();
      }
    },
  };
}
export type FirstDayService = ReturnType<typeof createFirstDay>;
