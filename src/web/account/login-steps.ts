import type { SecondFactorRequired } from "../../contracts/accounts/second-factor.ts";
import type { Credentials, SignedIn } from "../../contracts/accounts/user.ts";

export type Proof = Pick<Credentials, "code" | "passkey">;
/** A login by password or mailed code. A second step makes the call again with its proof. */
export type LoginCall = (proof: Proof) => Promise<SignedIn>;
export type SecondStepLogin = { logIn: (proof: Proof) => Promise<void>; required: SecondFactorRequired };
