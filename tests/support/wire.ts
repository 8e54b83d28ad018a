import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from "node:net";

/** `down`: hangs up at once. `silent`: takes everything and answers nothing. `garbage`: answers what nobody understands. */
type Manner = "whole" | "down" | "silent" | "garbage";

/** The way to a remote system, which a test can cut, slow down and disturb. */
export async function startWire(target: () => NetConnectOpts) {
  const sockets = new Set<Socket>();
  let manner: Manner = "whole";
  let lateMs = 0;
  let isMute = false;

  function keep(socket: Socket) {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    return socket;
  }

  function carry(from: Socket, to: Socket) {
    from.on("data", (chunk) => {
      if (isMute) return;
      if (lateMs > 0) setTimeout(() => to.write(chunk), lateMs);
      else to.write(chunk);
    });
    from.on("close", () => to.destroy());
  }

  const server = createServer((near) => {
    keep(near);
    if (manner === "down") return void near.destroy();
    if (manner === "silent") return void near.resume();
    if (manner === "garbage") return void near.resume().end(randomBytes(600));
    const far = keep(connect(target()));
    carry(near, far);
    carry(far, near);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");

  /** Ends every connection that is open now; new ones may be made. */
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    /** From now on it behaves like this, also to those who are connected. */
    behave(as: Manner) {
      manner = as;
      lateMs = 0;
      cut();
    },
    /** Swallows whatever passes, and closes nothing. */
    swallow() {
      isMute = true;
    },
    slowDown(ms: number) {
      lateMs = ms;
    },
    heal() {
      manner = "whole";
      lateMs = 0;
      isMute = false;
    },
    async stop() {
      server.close();
      cut();
      await once(server, "close");
    },
  };
}
export type Wire = Awaited<ReturnType<typeof startWire>>;
