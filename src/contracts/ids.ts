import { z } from "zod";

/** An id in an address. What it looks like is the server's to know; the router takes no longer ones. */
export const idParams = z.object({ id: z.string().max(500, "An id has at most 500 characters.") });
