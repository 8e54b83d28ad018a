import { once } from "node:events";
import { request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { cleanUp, startHere } from "../support/embedded-databases.ts";
import { OWNER } from "../support/owner.ts";
import { openRealShop } from "../support/real-shop.ts";
import { isDatabaseRunning, isRunning } from "../support/shop-process.ts";
import { until } from "../support/until.ts";
import { connectToEach, METRICS_TOKEN, workersOf } from "../support/worker-connections.ts";

// Each of these starts a database and several processes, some of them twice.
vi.setConfig({ testTimeout: 240_000 });

const healthOf = async (url: string) => (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) })).status;

test("a killed worker is restarted, no worker outlives the primary, SIGTERM finishes requests, and a start that cannot work prints one line", async () => {
  const settings = { WEB_CONCURRENCY: "2", METRICS_TOKEN, OWNER_PASSWORD: OWNER.password };
  const { dataDir: folder, start } = await openRealShop({ settings });
  const killed = await start();
  expect(await healthOf(killed.url)).toBe(200);

  // A worker that dies is started again while the other one serves.
  const [doomed, ...others] = workersOf(killed);
  expect(others).toHaveLength(1);
  process.kill(doomed!, "SIGKILL");
  await until(async () => !(await isRunning(doomed!)));
  await until(async () => (await healthOf(killed.url)) === 200);
  await until(async () => workersOf(killed).length === 2);
  expect(workersOf(killed)).toContain(others[0]);
  const [{ call } = await Promise.reject()] = await until(() => connectToEach(killed, 2), 60_000);

  // A shop that is killed leaves no worker behind, and the next start takes its database over.
  const workers = workersOf(killed);
  const json = { name: "Tara", email: "tara@example.com", phone: "9000000002", password: "tara's password" };
  expect((await call("POST", "/api/users/register", { json })).status).toBe(201);
  await killed.stop("SIGKILL");
  for (const pid of workers) await until(async () => !(await isRunning(pid)));
  expect(await isDatabaseRunning(folder)).toBe(true);
  const next = await start();
  const [again = await Promise.reject()] = await connectToEach(next, 1);
  expect((await again.call("POST", "/api/users/login", { json })).status).toBe(200);

  // After SIGTERM workers finish their requests before the database stops.
  const nextWorkers = workersOf(next);
  const body = JSON.stringify({ ...json, email: "uma@example.com" });
  const sending = request(`${next.url}/api/users/register`, {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": body.length, expect: "100-continue" },
  });
  sending.flushHeaders();
  await once(sending, "continue");
  const stopped = next.stop();
  await next.waitForOutput("Closing");
  sending.end(body);
  const [reply] = await once(sending, "response");
  expect(reply.statusCode).toBe(201);
  reply.resume();
  await stopped;
  expect(next.child.exitCode).toBe(0);
  for (const pid of nextWorkers) expect(await isRunning(pid)).toBe(false);
  expect(await isDatabaseRunning(folder)).toBe(false);

  // A port that is taken, or more workers than the database has connections for, stops the start with one line.
  const taken = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void taken.close());
  await once(taken, "listening");
  const { port: takenPort } = taken.address() as AddressInfo;
  const refusedPort = await start({ PORT: `${takenPort}` }).catch((error: Error) => error.message);
  expect(refusedPort).toMatch(new RegExp(`Port ${takenPort} is already in use[^\\n]*\\n$`));
  expect(await isDatabaseRunning(folder)).toBe(false);

  onTestFinished(cleanUp);
  const { logins } = await startHere(path.join(folder, "postgres"), {
    settings: { fsync: "off", max_connections: "25" },
  });
  const { user, password, database, host, port } = logins.owner;
  const place = new URLSearchParams({ host, port: `${port}` });
  const DATABASE_URL = `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?${place}`;
  const refusal = await start({ DATABASE_URL }).catch((error: Error) => error.message);
  expect(refusal).toMatch(/The shop did not start\. WEB_CONCURRENCY is 2, too many [^\n]*WEB_CONCURRENCY=[^\n]*\n$/);
});
