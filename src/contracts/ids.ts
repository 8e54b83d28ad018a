import { z } from "zod";

const ID_RULE = "An id has at most 100 characters.";

/** An id in an address. What it looks like is the server's to know. */
export const idParams = z.object({ id: z.string().max(100, ID_RULE) });
