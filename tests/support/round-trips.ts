import pg from "pg";
import { vi } from "vitest";

export interface Statement {
  text: string;
  values: unknown[];
}

/** Runs `work` and records every SQL statement it sent, in order. */
export async function roundTripsOf<T>(work: () => Promise<T>) {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    const result = await work();
    const statements = (query.mock.calls as unknown[][]).map(([query, values]): Statement => {
      if (typeof query === "string") return { text: query, values: [] };
      const { text, values: own } = query as Statement;
      return { text, values: (values as unknown[]) ?? own ?? [] };
    });
    // Ignore the heartbeat of the LISTEN connection.
    const own = statements.filter(({ text }) => text !== "select 1");
    return { result, statements: own, texts: own.map(({ text }) => text) };
  } finally {
    query.mockRestore();
  }
}
