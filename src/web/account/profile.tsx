import type { ReactNode } from "react";
import { useNavigate } from "react-router";
import { MY_ORDERS_PAGE_SIZE } from "../../contracts/list-rules.ts";
import { browserApi } from "../lib/browser-api.ts";
import { requireLogin, useGuard } from "../lib/guard.ts";
import { listUrl, listViewAt, loadPage } from "../lib/list-view.ts";
import { privateMeta } from "../lib/page-meta.ts";
import { MyOrders } from "../orders/my-orders.tsx";
import { CardRow, toSummary } from "../shop/product-card.tsx";
import { Icon } from "../ui/icon.tsx";
import { TextLink } from "../ui/link.tsx";
import { NeedsScript } from "../ui/needs-script.tsx";
import { LoadProblem } from "../ui/page-problem.tsx";
import { Pagination } from "../ui/pagination.tsx";
import type { Route } from "./+types/profile";
import { Addresses } from "./addresses.tsx";
import { MyData } from "./my-data.tsx";
import { ProfileForm } from "./profile-form.tsx";

const loadOrders = (search: URLSearchParams) =>
  loadPage(
    // Page 1 is requested without `page`.
    (page) => browserApi.page("GET /api/orders/my", { query: { page: page > 1 ? page : undefined } }),
    { wanted: listViewAt(search).page, size: MY_ORDERS_PAGE_SIZE },
  );

/** Profile, orders, addresses and wishlist fail independently. */
export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  requireLogin(url);
  const [profile, orders, addresses, wishlist] = await Promise.all([
    browserApi.call("GET /api/users/profile", {}).catch(() => undefined),
    loadOrders(url.searchParams).catch(() => undefined),
    browserApi.call("GET /api/users/addresses", {}).catch(() => undefined),
    browserApi.call("GET /api/wishlist", {}).catch(() => undefined),
  ]);
  // The calls may have ended the login.
  const { id } = requireLogin(url);
  return { id, profile, orders, addresses, wishlist };
}
clientLoader.hydrate = true as const;

export const meta = privateMeta({
  title: "My Profile",
  description: "Your details and your orders.",
  path: "/profile",
});

const layout = "shell grid gap-12 pt-4 pb-20 md:pt-8 lg:grid-cols-[2fr_3fr] lg:items-start lg:gap-16";
const card = "min-w-0 rounded-card border border-line bg-paper p-5 sm:p-8";

const below = "min-w-0 border-t border-line pt-8 lg:col-span-2";

/** `what`: is named when there is nothing to show, because it could not be loaded. */
type PartProps = { id: string; title: string; what?: string; className?: string; children: ReactNode };

const Part = ({ id, title, what, className = below, children }: PartProps) => (
  <section id={id} aria-labelledby={`${id}-title`} className={className}>
    <h2 id={`${id}-title`} className="mb-4 text-heading">
      {title}
    </h2>
    {children ?? <LoadProblem>{`Your ${what} could not be loaded.`}</LoadProblem>}
  </section>
);

export default function ProfilePage({
  loaderData: { id, profile, orders, addresses, wishlist },
}: Route.ComponentProps) {
  useGuard();
  return (
    <>
      <div className="shell flex justify-between gap-4 pt-4">
        <BackButton />
        {/* On wide screens the orders are beside the form. */}
        {orders && (
          <a href="#orders" className="inline-flex min-h-11 items-center font-semibold underline-gold lg:hidden">
            My Orders ({orders.total})
          </a>
        )}
      </div>
      <div className={layout}>
        <section aria-labelledby="profile-title" className={card}>
          <h1 id="profile-title" className="mb-6 text-heading">
            My Profile
          </h1>
          {profile ? (
            <>
              <ProfileForm key={id} profile={profile} />
              <p className="mt-5">
                <TextLink to="/profile/security">Login and security</TextLink>
              </p>
            </>
          ) : (
            <LoadProblem>Your details could not be loaded.</LoadProblem>
          )}
        </section>
        <Part id="orders" title="My Orders" what="orders" className="min-w-0">
          {orders && (
            <>
              <MyOrders orders={orders.items} />
              <Pagination
                page={orders.page}
                pageCount={orders.pageCount}
                linkTo={(page) => listUrl("/profile", { page })}
              />
            </>
          )}
        </Part>
        <Part id="wishlist" title="Wishlist" what="wishlist">
          {wishlist?.length === 0 ? (
            <p>Nothing saved yet. The heart on a piece saves it here.</p>
          ) : (
            wishlist && <CardRow products={wishlist.map(toSummary)} />
          )}
        </Part>
        <Part id="addresses" title="My Addresses" what="addresses">
          {addresses && <Addresses key={id} addresses={addresses} />}
        </Part>
        <Part id="data" title="My Data">
          <MyData profile={profile} />
        </Part>
      </div>
    </>
  );
}

function BackButton() {
  const navigate = useNavigate();
  const goBack = () => {
    // Without a previous page of the shop, go home.
    const { idx = 0 } = (window.history.state ?? {}) as { idx?: number };
    if (idx > 0) navigate(-1);
    else navigate("/");
  };
  return (
    <button type="button" onClick={goBack} className="inline-flex min-h-11 items-center gap-2 font-semibold">
      <Icon name="arrow-left" size={20} />
      Back
    </button>
  );
}

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
              <div className="bone h-11 w-1/2" />
            </div>
          </div>
          <Part id="orders" title="My Orders" className="min-w-0">
            <div className="bone h-34 sm:h-42" />
          </Part>
          <Part id="wishlist" title="Wishlist">
            <div className="bone h-26" />
          </Part>
          <Part id="addresses" title="My Addresses">
            <div className="bone h-26" />
          </Part>
          <Part id="data" title="My Data">
            <div className="bone h-66 md:h-28" />
          </Part>
        </div>
      </div>
    </>
  );
}
