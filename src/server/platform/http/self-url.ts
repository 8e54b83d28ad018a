import type { Server } from "node:http";

const LOOPBACK: Record<string, string> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** The URL at which this process reaches itself: known once it listens, because the system may choose the port. */
export function createSelfUrl() {
  let origin: string | undefined;
  return {
    learn(server: Server) {
      const address = server.address();
      if (!address || typeof address === "string") return;
      const host = LOOPBACK[address.address] ?? address.address;
      origin = `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`;
    },
    /** The full URL of a path; undefined while the process does not listen. */
    of: (path: string) => origin && origin + path,
  };
}
