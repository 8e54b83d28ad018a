import { z } from "zod";

export const roles = ["customer", "owner"] as const;
export type Role = (typeof roles)[number];

export const credentials = z.object({
  email: z.email("Enter a valid e-mail address.").max(254, "Enter a valid e-mail address."),
  password: z
    .string("Password is required.")
    .min(1, "Password is required.")
    .max(128, "Password must be at most 128 characters."),
});
export type Credentials = z.infer<typeof credentials>;

export const signedIn = z.object({ token: z.string() });
export type SignedIn = z.infer<typeof signedIn>;
