/** Why something failed, for the log. A failed query carries the values it was asked with; the reason is behind it. */
export function errorMessage(error: unknown) {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
