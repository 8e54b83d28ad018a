/** The reason of a failure, for the log. A failed query carries its parameters, so the cause is used instead. */
export function errorMessage(error: unknown) {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
