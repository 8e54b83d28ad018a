import { createHash } from "node:crypto";

const sha256 = (text: string) => createHash("sha256").update(text);

/** What is stored of a secret link: the database alone opens none. */
export const hashToken = (token: string) => sha256(token).digest("base64url");

/** To tell whether a repeated request is the same as the first. */
export const hashRequest = (request: unknown) => sha256(JSON.stringify(request)).digest("hex");
