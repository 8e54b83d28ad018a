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
    const statements = (query.mock.calls as unknown[][]).map(([asked, values]): Statement => {
      return {
        text: typeof asked === "string" ? asked : (asked as Statement).text,
        values: (values as unknown[]) ?? [],
      };
    });
    return { result, statements, texts: statements.map(({ text }) => text) };
  } finally {
    query.mockRestore();
  }
}
