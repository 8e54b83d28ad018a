DROP INDEX "order_payments_to_check";--> statement-breakpoint
ALTER TABLE "order_payments" ADD COLUMN "order_deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "order_payments" ADD COLUMN "is_to_check" boolean GENERATED ALWAYS AS (dealt_with_at is null and returned_paise < amount_paise and (outcome <> 'settled' or order_deleted_at is not null)) STORED;--> statement-breakpoint
CREATE INDEX "order_payments_to_check" ON "order_payments" USING btree ("at") WHERE "order_payments"."is_to_check";