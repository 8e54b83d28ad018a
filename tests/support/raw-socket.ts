import { connect } from "node:net";

/** Bytes as they are, as no well-behaved client would send them. */
export function openSocket(url: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  socket.on("error", () => {});
  const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
  const received = () => Buffer.concat(chunks);
  async function bytes() {
    await closed;
    return received();
  }
  return {
    send: (bytes: string | Uint8Array) => void socket.write(bytes),
    /** Reads nothing until it is resumed. */
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    received,
    /** As it came, until the other side hung up. */
    bytes,
    /** All that came back until the other side hung up. */
    async answer() {
      const [head = "", body = ""] = (await bytes()).toString("utf8").split("\r\n\r\n");
      const [first = "", ...lines] = head.split("\r\n");
      const headers = Object.fromEntries(lines.map((line) => line.split(": ") as [string, string]));
      return { status: Number(first.split(" ")[1]), headers, body };
    },
  };
}

/** Sends all of it; answers what came back until the other side hung up, which `connection: close` or a fault makes it do. */
export async function sendRaw(url: string, bytes: string | Uint8Array) {
  const socket = openSocket(url);
  socket.send(bytes);
  return socket.answer();
}
