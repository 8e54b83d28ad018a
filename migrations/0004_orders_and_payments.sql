CREATE TABLE "order_history" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"status" text NOT NULL,
	"actor" text NOT NULL,
	"user_id" uuid,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"order_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"item_id" text NOT NULL,
	"item_type" text NOT NULL,
	"title" text NOT NULL,
	"price_paise" integer NOT NULL,
	"qty" integer NOT NULL,
	"image" text NOT NULL,
	"group_link" text NOT NULL,
	CONSTRAINT "order_items_order_id_place_pk" PRIMARY KEY("order_id","place"),
	CONSTRAINT "order_items_qty" CHECK ("order_items"."qty" > 0)
);
--> statement-breakpoint
CREATE TABLE "order_payments" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"amount_paise" bigint NOT NULL,
	"currency" text NOT NULL,
	"outcome" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"buyer_name" text NOT NULL,
	"buyer_email" text NOT NULL,
	"status" text NOT NULL,
	"total_paise" bigint NOT NULL,
	"payment_method" text NOT NULL,
	"payment_id" text,
	"shipping_name" text NOT NULL,
	"shipping_email" text NOT NULL,
	"shipping_phone" text NOT NULL,
	"shipping_address" text NOT NULL,
	"stock" text NOT NULL,
	"held_until" timestamp (3) with time zone NOT NULL,
	"stock_short" boolean DEFAULT false NOT NULL,
	"idempotency_key" text,
	"request_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "orders_total" CHECK ("orders"."total_paise" >= 100)
);
--> statement-breakpoint
CREATE TABLE "payment_orders" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"provider_order_id" text,
	"claimed_until" timestamp (3) with time zone,
	"asked_before" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"check_at" timestamp (3) with time zone NOT NULL,
	"arrived_at" timestamp (3) with time zone,
	CONSTRAINT "payment_orders_provider_order_id_unique" UNIQUE("provider_order_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" text PRIMARY KEY NOT NULL,
	"body" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"handled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sandbox_orders" (
	"id" text PRIMARY KEY NOT NULL,
	"amount" bigint NOT NULL,
	"amount_paid" bigint NOT NULL,
	"currency" text NOT NULL,
	"receipt" text,
	"status" text NOT NULL,
	"attempts" integer NOT NULL,
	"capture" text NOT NULL,
	"notes" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sandbox_orders_paid" CHECK ("sandbox_orders"."amount_paid" = case "sandbox_orders"."status" when 'paid' then "sandbox_orders"."amount" else 0 end)
);
--> statement-breakpoint
CREATE TABLE "sandbox_payments" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_webhooks" (
	"id" text PRIMARY KEY NOT NULL,
	"event" text NOT NULL,
	"body" text NOT NULL,
	"attempts" integer NOT NULL,
	"due_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_history" ADD CONSTRAINT "order_history_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_payments" ADD CONSTRAINT "order_payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_payments" ADD CONSTRAINT "sandbox_payments_order_id_sandbox_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."sandbox_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_history_of_order" ON "order_history" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "order_payments_of_order" ON "order_payments" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_once" ON "orders" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "orders_of_user" ON "orders" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_held" ON "orders" USING btree ("held_until") WHERE "orders"."stock" = 'held';--> statement-breakpoint
CREATE INDEX "payment_orders_to_check" ON "payment_orders" USING btree ("check_at") WHERE "payment_orders"."arrived_at" is null;--> statement-breakpoint
CREATE INDEX "webhook_events_waiting" ON "webhook_events" USING btree ("received_at") WHERE "webhook_events"."handled_at" is null;--> statement-breakpoint
CREATE INDEX "sandbox_orders_receipt" ON "sandbox_orders" USING btree ("receipt");--> statement-breakpoint
CREATE INDEX "sandbox_payments_of_order" ON "sandbox_payments" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_payments_paid_once" ON "sandbox_payments" USING btree ("order_id") WHERE "sandbox_payments"."status" = 'captured';--> statement-breakpoint
CREATE INDEX "sandbox_webhooks_due" ON "sandbox_webhooks" USING btree ("due_at") WHERE "sandbox_webhooks"."due_at" is not null;