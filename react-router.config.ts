import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src/web",
  buildDirectory: "build",
  ssr: true,
  // The list of routes is short: sent whole, as a cached file, it saves a request per set of links on a page.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
