import type { Client } from "pg";

/** A seeded generator: the same terms in every run. */
function randomNumbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const withTypo = (term: string, at: number) =>
  term.slice(0, at) + term.charAt(at + 1) + term.charAt(at) + term.slice(at + 2);

/** Distinct pieces of product titles; every tenth has two letters swapped. */
export async function distinctTerms(client: Client, count: number) {
  const { rows } = await client.query<{ title: string }>("select title from products order by id limit 5000");
  const next = randomNumbers(7);
  const terms = new Set<string>();
  for (let tries = 0; terms.size < count && tries < count * 20; tries++) {
    const { title } = rows[next(rows.length)]!;
    const from = next(title.length - 6);
    const term = title.slice(from, from + 6 + next(12)).trim();
    terms.add(tries % 10 === 0 ? withTypo(term, next(term.length - 2)) : term);
  }
  return [...terms];
}

/** The ends of titles, which contain a number: each matches one product or a few. */
export async function rareTerms(client: Client, count: number) {
  const { rows } = await client.query<{ term: string }>(
    "select distinct right(title, 12) as term from products order by term limit $1",
    [count],
  );
  return rows.map(({ term }) => term.trim());
}

export const searchPath = (term: string) => `/api/products?${new URLSearchParams({ q: term, page: "1", limit: "6" })}`;
