import { Agent, request } from "node:http";
import { connect } from "node:net";

interface CallOptions {
  token?: string;
  json?: unknown;
}

/** Calls from one loopback address, so that a test has clients that rate limits tell apart. */
export function openLoopbackClient(url: string, localAddress: string, maxSockets: number) {
  const agent = new Agent({ keepAlive: true, maxSockets });
  const { port } = new URL(url);
  const at = { host: "127.0.0.1", port: Number(port), localAddress };

  function call(method: string, path: string, { token, json }: CallOptions = {}) {
    const body = json === undefined ? undefined : JSON.stringify(json);
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { "content-type": "application/json" }),
    };
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
    const sending = request({ ...at, method, path, headers, agent }, (reply) => {
      let text = "";
      reply.setEncoding("utf8");
      reply.on("data", (chunk: string) => {
        text += chunk;
      });
      reply.on("error", reject);
      reply.on("end", () => resolve({ status: reply.statusCode!, body: text }));
    });
    sending.on("error", reject);
    sending.end(body);
    return promise;
  }

  return {
    call,
    /** Sends bytes on a connection of its own and reads nothing. */
    stall(bytes: string) {
      const socket = connect(at, () => socket.write(bytes));
      socket.on("error", () => {});
      socket.pause();
      return socket;
    },
    close: () => agent.destroy(),
  };
}
export type LoopbackClient = ReturnType<typeof openLoopbackClient>;
