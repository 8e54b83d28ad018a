/**
 * The mailbox that mails to an address end in, for counting only: `asha.rao+ring@…` and `asharao@…` are often one.
 * Where a provider tells dots apart, two people share a counter, which is harmless.
 */
export function mailboxOf(email: string) {
  const at = email.lastIndexOf("@");
  const name = email.slice(0, at).replace(/\+.*$/, "").replaceAll(".", "");
  return (name + email.slice(at)).toLowerCase();
}
