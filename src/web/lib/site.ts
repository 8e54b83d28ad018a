import { createContext } from "react";
import { useRouteLoaderData } from "react-router";
import type { ShopIdentity, SiteSettings } from "../../contracts/pages/site.ts";

/** The root's loader data. It never fails to load, so every page and error page has it. */
interface RootData {
  origin: string;
  settings: SiteSettings;
  isPreview: boolean;
}

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

const rootOf = (matches: Matches) => matches.find((match) => match?.id === "root")?.loaderData as RootData;

export const useSettings = () => useRouteLoaderData<RootData>("root")!.settings;

export const useIsPreview = () => useRouteLoaderData<RootData>("root")!.isPreview;

export const useOrigin = () => useRouteLoaderData<RootData>("root")!.origin;

export const useShop = (): ShopIdentity => useSettings().shop;

/** `useShop` for a route's `meta`. */
export const shopOf = (matches: Matches) => rootOf(matches).settings.shop;

export const originOf = (matches: Matches) => rootOf(matches).origin;

/** The nonce of inline scripts, known on the server only: browsers hide it from scripts. */
export const NonceContext = createContext<string | undefined>(undefined);
