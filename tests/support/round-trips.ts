import pg from "pg";
import { vi } from "vitest";

export interface Statement {
  text: string;
  values: unknown[];
}

/** Answers what was done and every statement it sent to the database, in order: one is one way there and back. */
export async function roundTripsOf<T>(work: () => Promise<T>) {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    const result = await work();
    const statements = (query.mock.calls as unknown[][])
      .map(([asked, values]): Statement => {
        if (typeof asked === "string") return { text: asked, values: [] };
        const { text, values: own } = asked as Statement;
        return { text, values: (values as unknown[]) ?? own ?? [] };
      })
      // The shop looks for other processes' signals all the time, on a connection of its own.
      .filter(({ text }) => !text.includes("from noted_signals"));
    return { result, statements, texts: statements.map(({ text }) => text) };
  } finally {
    query.mockRestore();
  }
}
