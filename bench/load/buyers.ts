import { type Asked, type Connection, openConnection } from "./connection.ts";
import { summarise } from "./summarise.ts";

export interface Buyer {
  token: string;
  connection: Connection;
}

const PASSWORD = "a buyer's long password";

/** Asks for JSON; an answer that is not a yes is an error with its sentence. */
export async function call<T>({ connection, token }: Buyer, asked: Asked): Promise<T> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const { status, body } = await connection.ask({ ...asked, headers });
  if (status < 200 || status >= 300) throw new Error(`${asked.method ?? "GET"} ${asked.path}: ${status} ${body}`);
  return JSON.parse(body.toString()) as T;
}

/** People with an account and a connection of their own. */
export function registerBuyers(port: number, count: number) {
  return Promise.all(
    Array.from({ length: count }, async (_, place): Promise<Buyer> => {
      const visitor = { token: "", connection: openConnection(port) };
      const json = {
        name: `Buyer ${place}`,
        email: `buyer-${place}-${Date.now()}@example.com`,
        phone: "+91 90000 00001",
        password: PASSWORD,
      };
      const { token } = await call<{ token: string }>(visitor, { method: "POST", path: "/api/users/register", json });
      return { ...visitor, token };
    }),
  );
}

/** Every buyer does one thing after the other for a while. */
export async function keepBuying(
  buyers: Buyer[],
  seconds: number,
  buy: (buyer: Buyer, nth: number) => Promise<unknown>,
) {
  const latencies: number[] = [];
  const problems: string[] = [];
  const began = performance.now();
  const end = began + seconds * 1000;
  let nth = 0;
  await Promise.all(
    buyers.map(async (buyer) => {
      while (performance.now() < end) {
        const asked = performance.now();
        await buy(buyer, nth++).catch((error: Error) => problems.push(error.message));
        latencies.push(performance.now() - asked);
      }
    }),
  );
  const measured = summarise({ latencies, failed: problems.length, seconds: (performance.now() - began) / 1000 });
  return { ...measured, problem: problems[0] };
}
