import type { Client } from "pg";
import { pino } from "pino";
import { fillWithProducts } from "../demo/fill.ts";
import { readConfig } from "../src/server/config.ts";
import { systemClock } from "../src/server/platform/clock.ts";
import { openDatabase } from "../src/server/platform/database/database.ts";
import { createServices } from "../src/server/services.ts";

/** Products created through the catalogue service; the rest are copies in SQL. */
const ORIGINALS = 100;

/** Creates the first products of an empty shop, variations of the demo catalogue. */
export async function makeFirstProducts(databaseUrl: string, dataDir: string) {
  const log = pino({ level: "warn" });
  const config = readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  const db = openDatabase({ connectionString: databaseUrl }, log);
  const { catalogue } = createServices({ config, db, clock: systemClock, log });
  await fillWithProducts({ db, catalogue, wanted: ORIGINALS, progress: () => {} });
  await db.$client.end();
}

/** The expression for a column of a copied product. */
function copyExpression({ column_name: name }: { column_name: string }) {
  const own: Record<string, string> = {
    id: "gen_random_uuid()",
    title: "original.title || ' ' || nth",
    search_text: "replace(original.search_text, E'\\n', ' ' || nth || E'\\n')",
    created_at: "original.created_at - nth * interval '1 second'",
    images: "array['/uploads/00000000-0000-4000-8000-000000000000-1200x1200.webp']",
  };
  return own[name] ?? `original.${name}`;
}

/** Copies products until there are `count`. Rebuilding a GIN index is faster than updating it row by row. */
export async function copyProducts(client: Client, count: number) {
  const { rows: columns } = await client.query(
    "select column_name from information_schema.columns where table_name = 'products' and is_generated = 'NEVER'",
  );
  const { rows: indexes } = await client.query(
    "select indexname, indexdef from pg_indexes where tablename = 'products' and indexdef like '%USING gin%'",
  );
  await client.query("set statement_timeout = 0; set maintenance_work_mem = '256MB'");
  for (const { indexname } of indexes) await client.query(`drop index ${indexname}`);
  const names = columns.map(({ column_name }) => column_name).join(", ");
  await client.query(`
    insert into products (${names})
    select ${columns.map(copyExpression).join(", ")}
    from (select *, row_number() over (order by id) as place from (select * from products order by created_at desc limit ${ORIGINALS}) few) original,
      lateral (select (select count(*) from products) + (step - 1) * ${ORIGINALS} + place as nth
        from generate_series(1, ${Math.ceil(count / ORIGINALS)}) step) numbers
    where nth <= ${count}`);
  for (const { indexdef } of indexes) await client.query(indexdef);
  await client.query("vacuum analyze products");
  // Notifies the shop that all data has changed, so that it drops its caches.
  await client.query("select pg_notify('nakshatra', 'changed bench drop *')");
}

/** Adds delivered orders with all that belongs to them until there are `count`; the first ones belong to `buyer`. */
export async function addOrders(client: Client, count: number, buyer: { id: string; orders: number }) {
  await client.query("set statement_timeout = 0");
  await client.query(
    `with numbers as (
       select n, gen_random_uuid() as id, now() - n * interval '17 minutes' as moment, md5('buyer ' || n / 3)::uuid as user_id,
         shelf.ids[1 + n % cardinality(shelf.ids)] as first, shelf.ids[1 + n * 7 % cardinality(shelf.ids)] as second
       from generate_series((select count(*) from orders) + 1, $1::int) n,
         (select array_agg(id) as ids from (select id from products limit 10000) few) shelf
     ), buyers as (
       insert into users (id, name, email, phone, password_hash, role, created_at)
       select distinct on (user_id) user_id, 'Buyer ' || n, 'buyer-' || n || '@example.com', '+91 98' || lpad(n::text, 8, '0'), '',
         'customer', moment from numbers on conflict do nothing
     ), made as (
       insert into orders (id, user_id, buyer_name, buyer_email, placement, goods, status, total_paise, payment_method, shipping_name,
         shipping_email, shipping_phone, shipping_address, stock, held_until, paid_at, created_at, short_id_shared)
       select id, case when n <= $3::int then $2::uuid else user_id end, 'Buyer ' || n, 'buyer-' || n || '@example.com',
         'accepted', 'delivered', 'delivered', 103000, 'razorpay', 'Buyer ' || n, 'buyer-' || n || '@example.com',
         '+91 98' || lpad(n::text, 8, '0'), '12 Tara Marg', 'sold', moment, moment, moment, true
       from numbers
     ), items as (
       insert into order_items (order_id, line_index, item_id, item_type, product_id, title, price_paise, qty, image, group_link)
       select id, index, product, 'product', product, 'Amethyst ' || product, 51500, 1, '', ''
       from numbers, lateral (values (0, first), (1, second)) as line (index, product)
     ), payments as (
       insert into order_payments (payment_id, order_id, amount_paise, currency, outcome, at)
       select 'pay_' || id, id, 103000, 'INR', 'settled', moment from numbers
     ), papers as (
       insert into documents (id, order_id, kind, series, year, serial, number, issued_at, day, cause, mode, seller, buyer,
         place_of_supply, lines, value_paise, taxable_paise, cgst_paise, sgst_paise, igst_paise)
       select gen_random_uuid(), id, 'tax_invoice', 'A', '26-27', n, 'A/26-27/' || lpad(n::text, 6, '0'), moment, moment, 'goods', 'regular',
         '{"name": "Shop", "address": ["12 Tara Marg"], "state": "Maharashtra", "gstin": "27ABCDE1234F1Z5", "signatory": "Asha"}',
         json_build_object('name', 'Buyer ' || n, 'address', json_build_array('12 Tara Marg'), 'state', 'Karnataka', 'gstin', ''),
         'Karnataka', (
           select json_agg(json_build_object('lineIndex', index, 'title', 'Amethyst', 'code', '7116', 'isService', false, 'qty', 1,
             'grossPaise', 51500, 'discountPaise', 0, 'valuePaise', 51500, 'treatment', 'taxable', 'rate', 3,
             'taxablePaise', 50000, 'cgstPaise', 0, 'sgstPaise', 0, 'igstPaise', 1500)) from generate_series(0, 1) index),
         103000, 100000, 0, 0, 3000
       from numbers
     )
     insert into order_events (id, order_id, status, text, is_public, actor, at)
     select gen_random_uuid(), id, state, '', true, 'payment', moment
     from numbers cross join unnest(array['pending', 'paid', 'delivered']) as state`,
    [count, buyer.id, buyer.orders],
  );
  await client.query("vacuum analyze users, orders, order_items, order_payments, order_events, documents");
}
