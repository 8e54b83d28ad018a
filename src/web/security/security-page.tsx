import { useRevalidator } from "react-router";
import { browserApi } from "../lib/browser-api.ts";
import { requireLogin, useGuard } from "../lib/guard.ts";
import { privatePageMeta } from "../lib/page-meta.ts";
import { Icon } from "../ui/icon.tsx";
import { Link } from "../ui/link.tsx";
import { LoadProblem } from "../ui/load-problem.tsx";
import { NeedsScript } from "../ui/needs-script.tsx";
import type { Route } from "./+types/security-page";
import { LoginList } from "./login-list.tsx";
import { SecondFactorPanel } from "./second-factor-panel.tsx";

/** Both parts fail independently. Customers have no second step. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const isStaff = requireLogin(request).role !== "customer";
  const [logins, secondFactor] = await Promise.all([
    browserApi.call("GET /api/users/sessions", {}).catch(() => undefined),
    isStaff ? browserApi.call("GET /api/users/second-factor", {}).catch(() => undefined) : undefined,
  ]);
  // The calls may have ended the login.
  requireLogin(request);
  return { isStaff, logins, secondFactor };
}
clientLoader.hydrate = true as const;

export function meta({ matches }: Route.MetaArgs) {
  const description = "How your login is protected, and where you are logged in.";
  return privatePageMeta({ title: "Login and Security", description, path: "/profile/security", matches });
}

const layout = "shell grid max-w-3xl gap-12 pt-2 pb-20";

const BackLink = () => (
  <p>
    <Link to="/profile" className="inline-flex min-h-11 items-center gap-2 font-semibold">
      <Icon name="arrow-left" size={20} />
      My Profile
    </Link>
  </p>
);

export default function SecurityPage({ loaderData: { isStaff, logins, secondFactor } }: Route.ComponentProps) {
  useGuard();
  const { revalidate, state } = useRevalidator();
  const retry = { onRetry: revalidate, isTrying: state === "loading" };
  return (
    <div className={layout}>
      <div>
        <BackLink />
        <h1 className="mt-2 text-heading">Login and Security</h1>
      </div>
      {isStaff && (
        <section aria-labelledby="second-step-title">
          <h2 id="second-step-title" className="text-title">
            Second step at login
          </h2>
          {secondFactor ? (
            <SecondFactorPanel secondFactor={secondFactor} />
          ) : (
            <LoadProblem {...retry}>Your security settings could not be loaded.</LoadProblem>
          )}
        </section>
      )}
      <section aria-labelledby="logins-title">
        <h2 id="logins-title" className="text-title">
          Where you are logged in
        </h2>
        {logins ? (
          <LoginList logins={logins} />
        ) : (
          <LoadProblem {...retry}>Your logins could not be loaded.</LoadProblem>
        )}
      </section>
    </div>
  );
}

/** A skeleton for logged-in users; visitors are redirected to the login. */
export function HydrateFallback() {
  return (
    <div className={layout}>
      <NeedsScript />
      <div className="if-user grid gap-6" aria-busy="true">
        <h1 className="text-heading">Login and Security</h1>
        <div className="bone h-66" />
        <div className="bone h-34" />
      </div>
    </div>
  );
}
