import { connect } from "node:net";

/** A TCP connection that sends bytes as they are, including those that no HTTP client would send. */
export function openSocket(url: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  let isReadingOneChunk = false;
  socket.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    if (isReadingOneChunk) socket.pause();
  });
  socket.on("error", () => {});
  const closed = new Promise<void>((resolve) => socket.on("close", () => resolve()));
  const received = () => Buffer.concat(chunks);
  return {
    send: (bytes: string | Uint8Array) => void socket.write(bytes),
    /** Reads nothing until it is resumed. */
    pause: () => void socket.pause(),
    resume() {
      isReadingOneChunk = false;
      socket.resume();
    },
    destroy: () => void socket.destroy(),
    /** Reads one chunk and pauses again. */
    readChunk() {
      isReadingOneChunk = true;
      socket.resume();
    },
    received,
    /** Everything received until the server closed the connection. */
    async bytes() {
      await closed;
      return received();
    },
    /** The first response, once the server has closed the connection. */
    async response() {
      const [head = "", body = ""] = (await this.bytes()).toString("utf8").split("\r\n\r\n");
      const [first = "", ...lines] = head.split("\r\n");
      const headers = Object.fromEntries(lines.map((line) => line.split(": ") as [string, string]));
      return { status: Number(first.split(" ")[1]), headers, body };
    },
  };
}

/** Sends the bytes and returns the response. The server has to close the connection: send `connection: close`, or an error. */
export async function sendRaw(url: string, bytes: string | Uint8Array) {
  const socket = openSocket(url);
  socket.send(bytes);
  return socket.response();
}
