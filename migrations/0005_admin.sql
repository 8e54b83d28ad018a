CREATE TABLE "activity" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"user_id" uuid NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"kind" text NOT NULL,
	"record_id" uuid,
	"title" text NOT NULL,
	"changes" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "blogs" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "enquiries" ADD COLUMN "read_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "activity_newest" ON "activity" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "activity_newest_of_kind" ON "activity" USING btree ("kind","at","id");--> statement-breakpoint
CREATE INDEX "products_low_stock" ON "products" USING btree ("stock","id") WHERE "products"."stock" <= 3;--> statement-breakpoint
CREATE INDEX "enquiries_unread" ON "enquiries" USING btree ("created_at","id") WHERE "enquiries"."read_at" is null;--> statement-breakpoint
CREATE INDEX "order_history_paid" ON "order_history" USING btree ("at") WHERE "order_history"."status" = 'paid';--> statement-breakpoint
CREATE INDEX "order_payments_settled" ON "order_payments" USING btree ("at") WHERE "order_payments"."outcome" = 'settled';--> statement-breakpoint
CREATE INDEX "order_payments_to_check" ON "order_payments" USING btree ("at") WHERE "order_payments"."outcome" <> 'settled';--> statement-breakpoint
CREATE INDEX "orders_waiting" ON "orders" USING btree ("created_at","id") WHERE "orders"."status" = 'paid';--> statement-breakpoint
CREATE INDEX "orders_stock_short" ON "orders" USING btree ("created_at","id") WHERE "orders"."stock_short";