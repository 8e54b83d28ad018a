interface PolicyOptions {
  /** Sources that the payment provider's checkout needs, by directive. */
  paymentSources: Partial<Record<string, string>>;
  /** Origin of the external form service, when there is one. */
  formService: string | undefined;
}

/**
 * The policy of pages: only scripts of our own origin and inline scripts with the page's nonce run. Visitors move between
 * pages without a reload and keep the first page's policy, so every page allows the payment provider.
 */
export function createPagePolicy({ paymentSources, formService }: PolicyOptions) {
  const rules: Record<string, (string | undefined)[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:"],
    // The style sheet embeds the font of the rupee sign.
    "font-src": ["'self'", "data:"],
    "connect-src": ["'self'", formService],
    // The map of the contact page.
    "frame-src": ["https://www.openstreetmap.org"],
    "manifest-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  };
  return (nonce: string) =>
    Object.entries(rules)
      .map(([rule, sources]) => {
        const own = rule === "script-src" ? [...sources, `'nonce-${nonce}'`] : sources;
        return [rule, ...own, paymentSources[rule]].filter(Boolean).join(" ");
      })
      .join("; ");
}
