import { browserApi } from "../lib/browser-api.ts";
import { requireLogin, useGuard } from "../lib/guard.ts";
import { privateMeta } from "../lib/page-meta.ts";
import { BackLink } from "../ui/back-link.tsx";
import { NeedsScript } from "../ui/needs-script.tsx";
import { LoadProblem } from "../ui/page-problem.tsx";
import type { Route } from "./+types/security-page";
import { LoginList } from "./login-list.tsx";
import { SecondFactorPanel } from "./second-factor-panel.tsx";

/** Both parts fail independently. Customers have no second step. */
export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const isStaff = requireLogin(url).role !== "customer";
  const [logins, secondFactor] = await Promise.all([
    browserApi.call("GET /api/users/sessions", {}).catch(() => undefined),
    isStaff ? browserApi.call("GET /api/users/second-factor", {}).catch(() => undefined) : undefined,
  ]);
  // The calls may have ended the login.
  requireLogin(url);
  return { isStaff, logins, secondFactor };
}
clientLoader.hydrate = true as const;

export const meta = privateMeta({
  title: "Login and Security",
  description: "How your login is protected, and where you are logged in.",
  path: "/profile/security",
});

const layout = "shell grid max-w-3xl gap-12 pt-2 pb-20";

export default function SecurityPage({ loaderData: { isStaff, logins, secondFactor } }: Route.ComponentProps) {
  useGuard();
  return (
    <div className={layout}>
      <div>
        <p>
          <BackLink to="/profile">My Profile</BackLink>
        </p>
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
            <LoadProblem>Your security settings could not be loaded.</LoadProblem>
          )}
        </section>
      )}
      <section aria-labelledby="logins-title">
        <h2 id="logins-title" className="text-title">
          Where you are logged in
        </h2>
        {logins ? <LoginList logins={logins} /> : <LoadProblem>Your logins could not be loaded.</LoadProblem>}
      </section>
    </div>
  );
}

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
