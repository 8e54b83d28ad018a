import { createContext } from "react";

/** The nonce of inline scripts, known on the server only: browsers hide it from scripts. */
export const NonceContext = createContext<string | undefined>(undefined);
