import { useNavigate } from "react-router";
import { roles } from "../../contracts/accounts/account-rules.ts";
import { logOut, useLogin } from "../lib/login.ts";
import { toast } from "../lib/toast.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";

/**
 * Account links of the header. Cached pages are the same for everyone, so the links of all roles are rendered and the style
 * sheet shows those that apply (`.if-visitor` and so on).
 */
export function AccountLinks({ look, replace }: { look: "quiet" | "night"; replace?: boolean }) {
  // Subscribing keeps `data-login` on <html> up to date.
  const session = useLogin();
  const navigate = useNavigate();
  const handleLogout = () => {
    // Ends the login on the server too. If the shop cannot be reached, the token expires by itself.
    fetch("/api/users/sessions/current", {
      method: "DELETE",
      headers: { authorization: `Bearer ${session?.token}` },
      keepalive: true,
    }).catch(() => {});
    logOut();
    navigate("/", { replace });
    toast("You are logged out.", { tone: "plain" });
  };
  return (
    <div className={`account account-${look}`}>
      <LinkButton to="/login" look={look} replace={replace} className="if-visitor">
        Login
      </LinkButton>
      {roles.map((role) => (
        <Link key={role} to="/profile" replace={replace} className={`if-${role} account-link`}>
          Hi, {role}
        </Link>
      ))}
      <Link to="/admin" replace={replace} className="if-owner account-link">
        Admin
      </Link>
      <Link to="/desk" replace={replace} className="if-expert account-link">
        My desk
      </Link>
      <Button look={look} onClick={handleLogout} data-leaves className="if-user">
        Logout
      </Button>
    </div>
  );
}
