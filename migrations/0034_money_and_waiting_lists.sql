DROP INDEX "webhook_events_waiting";--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "appointments_open" ON "appointments" USING btree ("ends_at") WHERE "appointments"."state" in ('to_schedule', 'confirmed');--> statement-breakpoint
CREATE INDEX "webhook_events_due" ON "webhook_events" USING btree ("next_attempt_at") WHERE "webhook_events"."handled_at" is null;--> statement-breakpoint
-- The money of orders that were cancelled after they had been paid waits for the owner.
UPDATE "order_payments" SET "order_deleted_at" = now()
FROM "orders"
WHERE "orders"."payment_id" = "order_payments"."payment_id" AND "orders"."status" = 'cancelled'
	AND "order_payments"."order_deleted_at" IS NULL AND "order_payments"."returned_paise" < "order_payments"."amount_paise";
