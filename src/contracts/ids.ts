import { z } from "zod";

/** The source of a regular expression: the id of a record, a UUID. */
export const ID_PATTERN = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";
export const ID_LENGTH = 36;

/** An id in a path. The server checks its format; 500 characters is the router's limit. */
export const idParams = z.object({ id: z.string().max(500, "An id has at most 500 characters.") });

export const deleted = z.object({ message: z.string() });
