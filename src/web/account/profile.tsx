import { useNavigate, useRevalidator } from "react-router";
import { browserApi } from "../lib/browser-api.ts";
import { Icon } from "../ui/icon.tsx";
import type { Route } from "./+types/profile";
import { accountMeta } from "./account-meta.ts";
import { requireLogin, useGuard } from "./guard.ts";
import { LoadProblem } from "./load-problem.tsx";
import { MyData } from "./my-data.tsx";
import { MyOrders } from "./my-orders.tsx";
import { NeedsScript } from "./needs-script.tsx";
import { ProfileForm } from "./profile-form.tsx";

/** What cannot be loaded is left out, so that one of the two does not take the other with it. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  requireLogin(request);
  const [profile, orders] = await Promise.all([
    browserApi.call("GET /api/users/profile", {}).catch(() => undefined),
    browserApi.call("GET /api/orders/my", {}).catch(() => undefined),
  ]);
  // The token may turn out to have ended.
  const { id } = requireLogin(request);
  return { id, profile, orders };
}
clientLoader.hydrate = true as const;

export function meta({ matches }: Route.MetaArgs) {
  return accountMeta({ title: "My Profile", description: "Your details and your orders.", path: "/profile", matches });
}

const layout = "shell grid gap-12 pt-4 pb-20 md:pt-8 lg:grid-cols-[2fr_3fr] lg:items-start lg:gap-16";
const card = "min-w-0 rounded-card border border-line bg-paper p-5 sm:p-8";

const below = "min-w-0 border-t border-line pt-8 lg:col-span-2";

export default function ProfilePage({ loaderData: { id, profile, orders } }: Route.ComponentProps) {
  useGuard();
  const { revalidate, state } = useRevalidator();
  const again = { onRetry: revalidate, isTrying: state === "loading" };
  return (
    <>
      <BackButton />
      <div className={layout}>
        <section aria-labelledby="profile-title" className={card}>
          <h1 id="profile-title" className="mb-6 text-heading">
            My Profile
          </h1>
          {profile ? (
            <ProfileForm key={id} profile={profile} />
          ) : (
            <LoadProblem {...again}>Your details could not be loaded.</LoadProblem>
          )}
        </section>
        <section aria-labelledby="orders-title" className="min-w-0">
          <h2 id="orders-title" className="mb-4 text-heading">
            My Orders
          </h2>
          {orders ? (
            <MyOrders orders={orders} />
          ) : (
            <LoadProblem {...again}>Your orders could not be loaded.</LoadProblem>
          )}
        </section>
        <section aria-labelledby="data-title" className={below}>
          <h2 id="data-title" className="mb-4 text-heading">
            My Data
          </h2>
          <MyData />
        </section>
      </div>
    </>
  );
}

function BackButton() {
  const navigate = useNavigate();
  const goBack = () => {
    // Opened by a link from outside, there is no page of the shop to go back to.
    const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
    if (idx > 0) navigate(-1);
    else navigate("/");
  };
  return (
    <div className="shell pt-4">
      <button type="button" onClick={goBack} className="inline-flex min-h-11 items-center gap-2 font-semibold">
        <Icon name="arrow-left" size={20} />
        Back
      </button>
    </div>
  );
}

/** The page as served, the same for everyone: bars where the details and the orders will stand. A visitor is on the way to log in. */
export function HydrateFallback() {
  return (
    <>
      <div className="shell">
        <NeedsScript />
      </div>
      <div className="if-user" aria-busy="true">
        <div className="shell h-15" />
        <div className={layout}>
          <div className={card}>
            <h1 className="mb-6 text-heading">My Profile</h1>
            <div className="bone -mt-4 mb-5 h-7 w-2/3" />
            <div className="grid gap-5">
              <div className="bone h-20" />
              <div className="bone h-20" />
              <div className="bone h-26" />
              <div className="bone h-12" />
            </div>
          </div>
          <div>
            <h2 className="mb-4 text-heading">My Orders</h2>
            <div className="bone h-34 sm:h-42" />
          </div>
          <div className={below}>
            <h2 className="mb-4 text-heading">My Data</h2>
            <div className="bone h-66 md:h-28" />
          </div>
        </div>
      </div>
    </>
  );
}
