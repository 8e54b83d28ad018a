import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from "node:net";

/** `down` closes at once, `silent` reads and never responds, `garbage` responds with random bytes. */
type Mode = "whole" | "down" | "silent" | "garbage";

/** A TCP proxy in front of a remote system, which a test can cut, delay and disturb. Without a target it is down. */
export async function startWire(target: () => NetConnectOpts | undefined) {
  const sockets = new Set<Socket>();
  let mode: Mode = "whole";
  let delayMs = 0;
  let dropsData = false;

  function track(socket: Socket) {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    return socket;
  }

  function forward(from: Socket, to: Socket) {
    from.on("data", (chunk) => {
      if (dropsData) return;
      if (delayMs > 0) setTimeout(() => to.write(chunk), delayMs);
      else to.write(chunk);
    });
    from.on("close", () => to.destroy());
  }

  const server = createServer((near) => {
    track(near);
    if (mode === "down") return void near.destroy();
    if (mode === "silent") return void near.resume();
    if (mode === "garbage") return void near.resume().end(randomBytes(600));
    const remote = target();
    if (!remote) return void near.destroy();
    const far = track(connect(remote));
    forward(near, far);
    forward(far, near);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");

  /** Closes every open connection; new ones may be opened. */
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    /** Sets the mode for open and new connections. */
    behave(as: Mode) {
      mode = as;
      delayMs = 0;
      cut();
    },
    /** Drops all data without closing a connection. */
    swallow() {
      dropsData = true;
    },
    slowDown(ms: number) {
      delayMs = ms;
    },
    heal() {
      mode = "whole";
      delayMs = 0;
      dropsData = false;
    },
    async stop() {
      server.close();
      cut();
      await once(server, "close");
    },
  };
}
export type Wire = Awaited<ReturnType<typeof startWire>>;
