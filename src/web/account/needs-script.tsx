import { site } from "../../../site.config.ts";

/** What an account is kept by lives in the browser's scripts. */
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
