/** Sends requests as fast as they are answered, reports the result to its parent and waits to be stopped. */
import { once } from "node:events";
import { openConnection, toBytes } from "./connection.ts";
import type { Load } from "./measured.ts";
import { summarise } from "./summarise.ts";

const [load] = (await once(process, "message")) as [Load];
const requests = load.paths.map((path) => toBytes({ path, headers: load.headers }));
const latencies: number[] = [];
let failed = 0;
let next = 0;

const start = performance.now();
const end = start + load.seconds * 1000;

function runConnection() {
  const connection = openConnection(load.port);
  return new Promise<void>((done) => {
    const sendNext = () => {
      const sentAt = performance.now();
      if (sentAt >= end) {
        connection.close();
        return done();
      }
      connection.send(requests[next++ % requests.length]!, ({ status }) => {
        latencies.push(performance.now() - sentAt);
        if (status === 0) {
          failed += 1;
          return done();
        }
        if (status >= 400) failed += 1;
        sendNext();
      });
    };
    sendNext();
  });
}

await Promise.all(Array.from({ length: load.connections ?? 20 }, runConnection));
process.send?.(summarise({ latencies, failed, seconds: (performance.now() - start) / 1000 }));
