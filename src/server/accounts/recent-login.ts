import type { IdentityProof } from "../../contracts/accounts/second-factor.ts";
import { MINUTE_MS } from "../platform/clock.ts";
import { httpError } from "../platform/http/errors.ts";
import type { LoginUser, RequestUser } from "../platform/http/logins.ts";
import type { AccountDeps } from "./deps.ts";
import { accountError } from "./errors.ts";
import { hasPassword, type VerifyPassword } from "./passwords.ts";
import type { SecondFactorLogin } from "./second-factor.ts";
import { isSameLogin, type UserRow, users } from "./user-table.ts";

/** After this time the current password must be confirmed before somebody is invited or a customer's password changed. */
const RECENT_LOGIN_MS = 15 * MINUTE_MS;

const USUAL_QUESTION = {
  message: "Please enter your password to go on.",
  fields: { currentPassword: "To go on, enter your password." },
};

export function requireFound(user: UserRow | undefined) {
  if (!user) throw httpError("not_signed_in");
  return user;
}

/** Reauthentication before sensitive changes. */
export function createRecentLogin(
  { db, clock }: AccountDeps,
  verifyPassword: VerifyPassword,
  { requireProof }: SecondFactorLogin,
) {
  async function findUser(loginUser: LoginUser) {
    const [user] = await db.select().from(users).where(isSameLogin(loginUser));
    return requireFound(user);
  }

  /** Wrong passwords count towards the login limits. */
  async function requirePassword(loginUser: LoginUser, field: string, password: string, ip: string) {
    const user = await findUser(loginUser);
    if (!(await verifyPassword({ email: user.email, password, user, ip })))
      throw accountError("wrong_password", { fields: { [field]: "This is not your password." } });
    return user;
  }

  return {
    findUser,
    requirePassword,

    /** However new the login is: a thief may have it. A code or passkey if the account has a second factor. */
    async requireIdentity(
      loginUser: LoginUser,
      { currentPassword, ...proof }: IdentityProof,
      ip: string,
      question = USUAL_QUESTION,
    ) {
      const user = await findUser(loginUser);
      if (await requireProof(user, proof, ip, "confirm_second_factor")) return user;
      if (!currentPassword) throw accountError("confirm_password", question);
      return requirePassword(loginUser, "currentPassword", currentPassword, ip);
    },

    async requireRecentLogin(
      loginUser: RequestUser,
      currentPassword: string | undefined,
      ip: string,
      question = USUAL_QUESTION,
    ) {
      if (clock.now().getTime() - loginUser.issuedAt.getTime() <= RECENT_LOGIN_MS) return;
      if (!hasPassword(await findUser(loginUser))) throw accountError("login_again");
      if (currentPassword) return void (await requirePassword(loginUser, "currentPassword", currentPassword, ip));
      throw accountError("confirm_password", question);
    },
  };
}
export type RecentLogin = ReturnType<typeof createRecentLogin>;
