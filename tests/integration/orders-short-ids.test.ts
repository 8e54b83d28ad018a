import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { writeOrderRows } from "../support/order-guard.ts";
import { orderOne } from "../support/orders.ts";
import { openOwnShop, test } from "../support/test-shop.ts";

test("refuses a second order with the same last six characters, except orders from before that rule", async ({
  shop,
}) => {
  const { order } = await orderOne(shop);
  const copy = (isShared: boolean) =>
    writeOrderRows(
      shop,
      sql`
      insert into orders (id, user_id, buyer_name, buyer_email, placement, status, total_paise, payment_method, shipping_name,
        shipping_email, shipping_phone, shipping_address, stock, held_until, created_at, short_id_shared)
      select overlay(id::text placing '00000000' from 1 for 8)::uuid, user_id, '', '', 'cancelled', 'cancelled', total_paise,
        payment_method, '', '', '', '', 'released', held_until, created_at, ${isShared} from orders where id = ${order._id}`,
    );
  await expect(copy(false)).rejects.toMatchObject({ cause: { constraint: "orders_short_id" } });
  await copy(true);
});

test("places an order under another id when the short id is taken", async () => {
  const shop = await openOwnShop();
  // The first two inserts fail as they do when the short id is taken.
  await shop.db.execute("create sequence tries");
  await shop.db.execute(`create function refuse_twice() returns trigger language plpgsql as $$ begin
    if nextval('tries') < 3 then raise unique_violation using constraint = 'orders_short_id'; end if;
    return new; end $$`);
  await shop.db.execute(
    "create trigger refuse_twice before insert on orders for each row execute function refuse_twice()",
  );
  const { order } = await orderOne(shop);
  const { rows } = await shop.db.execute("select id, (select last_value::int from tries) as tries from orders");
  expect(rows).toEqual([{ id: order._id, tries: 3 }]);
});
