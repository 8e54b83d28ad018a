CREATE TABLE "login_networks" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_keys" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"order_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "order_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
DROP INDEX "orders_once";--> statement-breakpoint
DROP INDEX "blogs_newest";--> statement-breakpoint
DROP INDEX "courses_newest";--> statement-breakpoint
DROP INDEX "experts_newest";--> statement-breakpoint
DROP INDEX "products_newest";--> statement-breakpoint
DROP INDEX "products_newest_in_category";--> statement-breakpoint
DROP INDEX "products_newest_in_sub_category";--> statement-breakpoint
ALTER TABLE "blogs" ADD COLUMN "published" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "published" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "published" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "published" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shipping_changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shipping_changed_by" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "hold_renewed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_orders" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_orders" ADD COLUMN "asked_payment_id" text;--> statement-breakpoint
ALTER TABLE "login_networks" ADD CONSTRAINT "login_networks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_keys" ADD CONSTRAINT "order_keys_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "login_networks_user" ON "login_networks" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "login_networks_last_seen_at" ON "login_networks" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "orders_unpaid" ON "orders" USING btree ("user_id","held_until") WHERE "orders"."status" = 'pending' and "orders"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "blogs_newest" ON "blogs" USING btree ("created_at","id","published");--> statement-breakpoint
CREATE INDEX "courses_newest" ON "courses" USING btree ("created_at","id","published");--> statement-breakpoint
CREATE INDEX "experts_newest" ON "experts" USING btree ("created_at","id","published");--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("created_at","id","published");--> statement-breakpoint
CREATE INDEX "products_newest_in_category" ON "products" USING btree ("category","created_at","id","published");--> statement-breakpoint
CREATE INDEX "products_newest_in_sub_category" ON "products" USING btree ("category","sub_category","created_at","id","published");--> statement-breakpoint
INSERT INTO "order_keys" SELECT "user_id", "idempotency_key", "request_hash", "id", "created_at" FROM "orders" WHERE "idempotency_key" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "idempotency_key";--> statement-breakpoint
ALTER TABLE "orders" DROP COLUMN "request_hash";--> statement-breakpoint
ALTER TABLE "payment_orders" DROP COLUMN "asked_before";