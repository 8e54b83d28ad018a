import fc from "fast-check";
import { expect, onTestFinished } from "vitest";
import type { Product } from "../../src/contracts/product.ts";
import { makeCustomer } from "../support/customers.ts";
import { goodProduct, makeProduct, resendProduct, unique } from "../support/forms.ts";
import { placeOrder, wants } from "../support/orders.ts";
import { serve, test, text } from "../support/remembering-shop.ts";
import { openSecondShop } from "../support/second-shop.ts";
import { until } from "../support/until.ts";

type Step = { kind: "edit" | "buy" | "read" | "readPage" | "readElsewhere" | "wait"; which: number };
const step = fc.record<Step>({
  kind: fc.constantFrom("edit", "buy", "read", "readPage", "readElsewhere", "wait"),
  which: fc.nat({ max: 2 }),
});

test("whatever is edited, sold and read, in whatever order and at once: no answer is older than an acknowledged change", async ({
  shop,
  url,
}) => {
  const { url: elsewhere, close } = await serve({ ...shop, ...(await openSecondShop(shop)) });
  onTestFinished(close);
  const buyer = await makeCustomer(shop);
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 10 }),
      async (history) => {
        const made: Product[] = [];
        for (let i = 0; i < 3; i++) {
          const texts = { title: unique(`V0 of ${i}`), description: unique("Found by") };
          made.push(await makeProduct(shop, { ...texts, stock: "500" }));
        }
        /** What was acknowledged last, for each product: a version of its title and its stock. */
        const acknowledged = made.map(() => ({ version: 0, stock: 500 }));
        const busy = made.map(() => Promise.resolve());

        const check = (seen: { title: string; stock: number }, since: { version: number; stock: number }) => {
          expect(Number(/^V(\d+) /.exec(seen.title)![1])).toBeGreaterThanOrEqual(since.version);
          expect(seen.stock).toBeLessThanOrEqual(since.stock);
        };
        const readFrom = async (origin: string, which: number) => {
          const since = { ...acknowledged[which]! };
          check(JSON.parse(await text(`${origin}/api/products/${made[which]!._id}`)), since);
          const list = JSON.parse(await text(`${origin}/api/products`)) as Product[];
          check(list.find(({ _id }) => _id === made[which]!._id)!, since);
          const words = new URLSearchParams({ q: made[which]!.description });
          const found = JSON.parse(await text(`${origin}/api/products?${words}`)) as Product[];
          expect(found).toHaveLength(1);
          check(found[0]!, since);
        };
        const acts = {
          // Of one product one change at a time, so that what was acknowledged last is known.
          edit: async (which: number) => {
            const version = ++round;
            const stockWas = `${acknowledged[which]!.stock}`;
            const { description } = made[which]!;
            const form = goodProduct({ title: `V${version} of ${which}`, description, stock: stockWas, stockWas });
            expect((await resendProduct(shop, made[which]!._id, form)).statusCode).toBe(200);
            acknowledged[which]!.version = version;
          },
          buy: async (which: number) => {
            await placeOrder(shop, buyer, wants(made[which]!._id, 900));
            acknowledged[which]!.stock -= 1;
          },
          read: (which: number) => readFrom(url, which),
          readPage: async (which: number) => {
            const { version } = acknowledged[which]!;
            const [, seen] = /<h1[^>]*>V(\d+) of/.exec(await text(`${url}/product/${made[which]!._id}`)) ?? [];
            expect(Number(seen)).toBeGreaterThanOrEqual(version);
          },
          readElsewhere: async (which: number) => {
            await until(() =>
              readFrom(elsewhere, which).then(
                () => true,
                () => false,
              ),
            );
          },
          wait: async () => {},
        };
        for (const together of history) {
          await Promise.all(
            together.map(({ kind, which }) => {
              const act = () => acts[kind](which);
              if (kind !== "edit" && kind !== "buy") return act();
              busy[which] = busy[which]!.then(act);
              return busy[which];
            }),
          );
        }
      },
    ),
    { numRuns: 25, seed: 20_261_115, endOnFailure: true },
  );
});
