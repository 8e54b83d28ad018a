import { useRouteLoaderData } from "react-router";
import type { SiteSettings } from "../../contracts/site.ts";

export const useSettings = () => useRouteLoaderData<{ settings: SiteSettings }>("root")!.settings;
