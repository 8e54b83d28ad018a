import { z } from "zod";

/** An id in a path. The server checks its format; 500 characters is the router's limit. */
export const idParams = z.object({ id: z.string().max(500, "An id has at most 500 characters.") });

export const deleted = z.object({ message: z.string() });
