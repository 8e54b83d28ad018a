import type { PasskeyAssertion, PasskeyRegistration } from "../../contracts/accounts/second-factor.ts";

type Webauthn = typeof import("@simplewebauthn/browser");

/** Thrown when the browser gave no passkey: the person cancelled, or there is none on this device. */
export class NoPasskey extends Error {}

async function ask<T>(work: (library: Webauthn) => Promise<T>) {
  const library = await import("@simplewebauthn/browser");
  if (!library.browserSupportsWebAuthn()) throw new NoPasskey("This browser has no passkeys.");
  try {
    return await work(library);
  } catch (error) {
    const isKnown = (error as { code?: string }).code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED";
    throw new NoPasskey(
      isKnown ? "This device has a passkey for your account already." : "No passkey was given. Please try again.",
    );
  }
}

type CreationOptions = Parameters<Webauthn["startRegistration"]>[0]["optionsJSON"];
type RequestOptions = Parameters<Webauthn["startAuthentication"]>[0]["optionsJSON"];

/** Both fail with `NoPasskey`. The options come from the server, which uses the same library. */
export const createPasskey = (options: object) =>
  ask(({ startRegistration }) =>
    startRegistration({ optionsJSON: options as CreationOptions }),
  ) as Promise<PasskeyRegistration>;

export const signWithPasskey = (options: object) =>
  ask(({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options as RequestOptions }),
  ) as Promise<PasskeyAssertion>;
