import type { ReactNode } from "react";

/** Below an empty search: records with similar titles, for typing errors. */
export function CloseMatches({ children }: { children: ReactNode }) {
  return (
    <section aria-labelledby="close-matches" className="mt-12 md:mt-16">
      <h2 id="close-matches" className="mb-6 text-heading">
        Close to what you typed
      </h2>
      {children}
    </section>
  );
}
