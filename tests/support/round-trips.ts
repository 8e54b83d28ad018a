import pg from "pg";
import { vi } from "vitest";

/** Answers what was done and every statement it sent to the database, in order: one is one way there and back. */
export async function roundTripsOf<T>(work: () => Promise<T>) {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    const result = await work();
    const statements = query.mock.calls.map(([asked]: unknown[]) =>
      typeof asked === "string" ? asked : (asked as { text: string }).text,
    );
    return { result, statements };
  } finally {
    query.mockRestore();
  }
}
