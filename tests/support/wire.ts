import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from "node:net";
import path from "node:path";
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from "../../src/server/platform/embedded-postgres/supervisor.ts";
import { temporaryFolder } from "./temporary-folder.ts";

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

/** A PostgreSQL server behind a proxy: a test can stop, start and disconnect it, and its URL stays the same. */
export async function startWiredDatabase(settings: Record<string, string> = {}) {
  const home = await temporaryFolder();
  let server: EmbeddedPostgres;
  const start = async () => {
    server = await startEmbeddedPostgres({
      folder: path.join(home.folder, "postgres"),
      progress: () => {},
      settings: { fsync: "off", ...settings },
    });
  };
  await start();
  const { user, password, database } = server!.logins.superuser;
  const wire = await startWire(() => {
    const { host, port } = server.logins.superuser;
    return { path: path.join(host, `.s.PGSQL.${port}`) };
  });
  return {
    url: `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${wire.port}/${database}`,
    wire,
    start,
    /** A fast shutdown, which ends the open connections. */
    stop: () => server.stop(),
    async remove() {
      await wire.stop();
      await server.stop();
      await home.remove();
    },
  };
}
export type WiredDatabase = Awaited<ReturnType<typeof startWiredDatabase>>;
