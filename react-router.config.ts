import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src/web",
  buildDirectory: "build",
  ssr: true,
  // A loader in a chunk of its own saves little, and its name in the list of routes is sent with every page.
  splitRouteModules: false,
  // The list of routes is short: sent whole, as a cached file, it saves a request per set of links on a page.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
