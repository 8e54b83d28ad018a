/** Rules for environment variables. Each message completes the sentence "NAME must be …" and gives an example. */
import { z } from "zod";

/** An invalid setting that prevents the start. The message is one line for the terminal. */
export class ConfigError extends Error {
  constructor(name: string, problem: string) {
    super(`${name} ${problem}`);
  }
}

export const WEB = ["http:", "https:"];

export const wholeNumber = (example: string, min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number, for example ${example}`)
    .transform(Number)
    .pipe(
      z
        .number()
        .min(min, `must be at least ${min}, for example ${example}`)
        .max(max, `must be at most ${max}, for example ${example}`),
    );

export const url = (protocols: string[], example: string) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be an address such as ${example}`,
    );

export const oneOf = <const T extends readonly [string, ...string[]]>(words: T) =>
  z.enum(words, `must be one of ${words.join(", ")}, for example ${words[0]}`);

export const text = (rule: string) => z.string().min(1, rule);

/** Plain http would show keys to everyone on the network, so it is allowed on this machine only. */
export const isPrivate = (address: string) =>
  address.startsWith("https:") || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(URL.parse(address)?.hostname ?? "");
