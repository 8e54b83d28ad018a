import { site } from "../../../site.config.ts";

/** For account pages, which work only with scripts. */
export function NeedsScript() {
  return (
    <noscript>
      <p className="py-4 text-lead">
        This page needs JavaScript. Without it, write to <strong>{site.email}</strong> or call{" "}
        <strong>{site.phone}</strong>.
      </p>
    </noscript>
  );
}
