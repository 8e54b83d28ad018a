-- Older versions must be stopped. An order's status becomes what follows from its placement, its goods and its money.
ALTER TABLE "orders" ADD COLUMN "placement" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "goods" text DEFAULT 'unsent' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "pay_by" text DEFAULT 'online' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "advance_paise" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "fee_paise" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "refunded_qty" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_payments" ADD COLUMN "method" text DEFAULT 'provider' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_payments" ADD COLUMN "reference" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_payments" RENAME COLUMN "order_deleted_at" TO "order_ended_at";--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "refused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "shipments" ADD COLUMN "returned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "method" text DEFAULT 'provider' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "part_of" uuid;--> statement-breakpoint
-- Orders of the first versions have no time of payment.
UPDATE "orders" SET paid_at = paid.at
FROM "orders" AS missing CROSS JOIN LATERAL (
  SELECT min(at) AS at FROM (
    SELECT at FROM "order_history" WHERE order_id = missing.id AND status = 'paid' AND EXISTS (
      SELECT FROM "order_history" AS marked WHERE marked.order_id = missing.id AND marked.status = 'paid' AND NOT EXISTS (
        SELECT FROM "order_history" AS later
        WHERE later.order_id = marked.order_id AND later.status = 'pending' AND later.id > marked.id))
    UNION ALL SELECT at FROM "order_payments" WHERE order_id = missing.id AND outcome = 'settled'
  ) AS moment
) AS paid
WHERE missing.paid_at IS NULL AND paid.at IS NOT NULL AND "orders".id = missing.id;--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_stock_enum";--> statement-breakpoint
DROP INDEX "orders_held";--> statement-breakpoint
UPDATE "orders" SET
  placement = CASE
    WHEN status = 'cancelled' THEN 'cancelled'
    WHEN status <> 'pending' THEN 'accepted'
    -- A parcel of an order that nobody had paid for was taken back: its pieces are still sold.
    WHEN stock = 'kept' AND payment_id IS NULL AND total_paise > 0 THEN 'accepted'
    ELSE 'open' END,
  goods = CASE CASE WHEN status = 'cancelled' THEN (
      SELECT h.status FROM "order_history" h WHERE h.order_id = "orders".id AND h.status <> 'cancelled' ORDER BY h.id DESC LIMIT 1
    ) ELSE status END
    WHEN 'shipped' THEN 'sent' WHEN 'delivered' THEN 'delivered' ELSE 'unsent' END,
  paid_at = CASE
    WHEN total_paise = 0 OR status = 'paid' THEN coalesce(paid_at, created_at)
    -- The owner set a mark back: it was not paid after all.
    WHEN status = 'pending' AND payment_id IS NULL THEN NULL
    ELSE paid_at END,
  stock = CASE stock
    WHEN 'held' THEN CASE WHEN status = 'pending' AND (payment_id IS NOT NULL OR total_paise = 0) THEN 'sold' ELSE 'reserved' END
    WHEN 'kept' THEN 'sold'
    WHEN 'shelf' THEN 'released' END,
  held_by = CASE WHEN status = 'pending' AND (payment_id IS NOT NULL OR total_paise = 0) THEN NULL ELSE held_by END;--> statement-breakpoint
UPDATE "coupon_uses" u SET state = 'confirmed'
FROM "orders" o WHERE o.id = u.order_id AND u.state = 'reserved' AND o.placement = 'open' AND o.paid_at IS NOT NULL;--> statement-breakpoint
-- What was paid by hand: the owner's mark.
INSERT INTO "order_payments" (payment_id, order_id, method, amount_paise, currency, outcome, at)
SELECT 'mark:' || id, id, 'mark', total_paise, 'INR', 'settled', paid_at FROM "orders"
WHERE paid_at IS NOT NULL AND payment_id IS NULL AND total_paise > 0
  AND NOT EXISTS (SELECT FROM "order_payments" p WHERE p.order_id = "orders".id AND p.outcome = 'settled');--> statement-breakpoint
UPDATE "order_items" i SET refunded_qty = back.qty
FROM (
  SELECT item.order_id, item.line_index,
    CASE WHEN (SELECT sum(amount_paise) FROM "refunds" r WHERE r.payment_id = o.payment_id AND r.status <> 'failed') >= o.total_paise
      THEN item.qty
      ELSE least(item.qty, (SELECT coalesce(sum(l.qty), 0) FROM "refund_lines" l JOIN "refunds" r ON r.id = l.refund_id
        WHERE r.payment_id = o.payment_id AND r.status <> 'failed' AND l.line_index = item.line_index)) END AS qty
  FROM "order_items" item JOIN "orders" o ON o.id = item.order_id
  WHERE EXISTS (SELECT FROM "refunds" r WHERE r.payment_id = o.payment_id AND r.status <> 'failed')
) AS back
WHERE i.order_id = back.order_id AND i.line_index = back.line_index;--> statement-breakpoint
-- Who changed the address last is read from the log, which is sorted by id: a UUIDv7 of that time.
INSERT INTO "order_events" (id, order_id, kind, text, is_public, actor, at)
SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
    PLACING substring(int8send((extract(epoch FROM shipping_changed_at) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid,
  id, 'address', 'The delivery details were changed.', true, shipping_changed_by, shipping_changed_at
FROM "orders" o WHERE shipping_changed_at IS NOT NULL AND shipping_changed_by IS NOT NULL
  AND NOT EXISTS (SELECT FROM "order_events" e WHERE e.order_id = o.id AND e.kind = 'address');--> statement-breakpoint
-- Statuses and sentences become one log. The table with more rows stays, and keeps its ids.
ALTER TABLE "order_history" ADD COLUMN "kind" text, ADD COLUMN "text" text DEFAULT '' NOT NULL,
	ADD COLUMN "is_public" boolean DEFAULT true NOT NULL, ALTER COLUMN "status" DROP NOT NULL,
	DROP CONSTRAINT "order_history_order_id_orders_id_fk";--> statement-breakpoint
DROP INDEX "order_history_of_order";--> statement-breakpoint
INSERT INTO "order_history" (id, order_id, kind, text, is_public, actor, user_id, at)
SELECT id, order_id, kind, text, is_public, actor, user_id, at FROM "order_events";--> statement-breakpoint
DROP TABLE "order_events";--> statement-breakpoint
ALTER TABLE "order_history" ALTER COLUMN "text" DROP DEFAULT, ALTER COLUMN "is_public" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "order_history" RENAME TO "order_events";--> statement-breakpoint
DO $$
DECLARE
	name text;
BEGIN
	FOR name IN SELECT conname FROM pg_constraint WHERE conrelid = '"order_events"'::regclass LOOP
		EXECUTE format('ALTER TABLE "order_events" RENAME CONSTRAINT %I TO %I', name, replace(name, 'order_history', 'order_events'));
	END LOOP;
END $$;--> statement-breakpoint
CREATE INDEX "order_events_of_order" ON "order_events" USING btree ("order_id","id");--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action,
	ADD CONSTRAINT "order_events_kind_enum" CHECK ("order_events"."kind" in ('address', 'note', 'shipment', 'refund', 'payment', 'dispute', 'coupon', 'session')),
	ADD CONSTRAINT "order_events_status_or_kind" CHECK (num_nonnulls("order_events"."status", "order_events"."kind") = 1);--> statement-breakpoint
-- What older versions still wrote.
DROP TRIGGER "fill_line_index" ON "order_items";--> statement-breakpoint
ALTER TABLE "order_items" DROP COLUMN "place";--> statement-breakpoint
DROP TRIGGER "fill_line_index" ON "shipment_lines";--> statement-breakpoint
ALTER TABLE "shipment_lines" DROP COLUMN "place";--> statement-breakpoint
DROP TRIGGER "fill_line_index" ON "refund_lines";--> statement-breakpoint
ALTER TABLE "refund_lines" DROP COLUMN "place";--> statement-breakpoint
DROP TRIGGER "fill_line_index" ON "appointments";--> statement-breakpoint
ALTER TABLE "appointments" DROP COLUMN "place";--> statement-breakpoint
DROP FUNCTION "fill_line_index"();--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_shipping_changed_by_enum";--> statement-breakpoint
DROP INDEX "orders_stock_short";--> statement-breakpoint
DROP INDEX "orders_unpaid";--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "placement" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "payment_id";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "shipping_changed_at";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "shipping_changed_by";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "stock_short";--> statement-breakpoint
CREATE INDEX "order_payments_returned" ON "order_payments" USING btree ("order_id") WHERE "order_payments"."returned_paise" > 0;--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin (lower("id"::text || E'\n#' || "number"::text || E'\n' || "shipping_name" || E'\n' || "shipping_email" || E'\n' || "shipping_phone" || E'\n' || regexp_replace("shipping_phone", '[^0-9]', '', 'g') || E'\n' || "buyer_name" || E'\n' || "buyer_email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_to_pack" ON "orders" USING btree ("created_at","id") WHERE "orders"."placement" = 'accepted' and "orders"."goods" = 'unsent';--> statement-breakpoint
CREATE INDEX "orders_stock_short" ON "orders" USING btree ("created_at","id") WHERE "orders"."placement" = 'accepted' and "orders"."stock" = 'released';--> statement-breakpoint
CREATE INDEX "orders_held" ON "orders" USING btree ("held_until") WHERE "orders"."stock" = 'reserved';--> statement-breakpoint
CREATE INDEX "orders_unpaid" ON "orders" USING btree ("user_id","held_until") WHERE "orders"."placement" = 'open' and "orders"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_part_of_refunds_id_fk" FOREIGN KEY ("part_of") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_method_enum" CHECK ("refunds"."method" in ('provider', 'upi', 'cash', 'bank'));--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_refunded" CHECK ("order_items"."refunded_qty" between 0 and "order_items"."qty");--> statement-breakpoint
ALTER TABLE "order_payments" ADD CONSTRAINT "order_payments_method_enum" CHECK ("order_payments"."method" in ('provider', 'mark', 'upi', 'bank', 'cash', 'courier'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_stock_enum" CHECK ("orders"."stock" in ('reserved', 'sold', 'released'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_placement_enum" CHECK ("orders"."placement" in ('open', 'accepted', 'cancelled'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_goods_enum" CHECK ("orders"."goods" in ('unsent', 'sent', 'delivered'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_pay_by_enum" CHECK ("orders"."pay_by" in ('online', 'cash'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_status_derived" CHECK ("orders"."status" = case "orders"."placement" when 'cancelled' then 'cancelled' when 'open' then 'pending' else
        case "orders"."goods" when 'sent' then 'shipped' when 'delivered' then 'delivered' else
          case when "orders"."paid_at" is null then 'pending' else 'paid' end end end);
