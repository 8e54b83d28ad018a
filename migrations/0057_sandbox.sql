-- The sandbox's tables are a part of every shop. One that uses the sandbox has them already. A backup from before this
-- migration with rows of the sandbox runs it first (src/server/backup/load-shop.ts).
DO $$
BEGIN
	IF to_regclass('sandbox.orders') IS NOT NULL THEN
		RETURN;
	END IF;
	CREATE SCHEMA "sandbox";
	CREATE TABLE "sandbox"."orders" (
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
		CONSTRAINT "orders_paid" CHECK ("amount_paid" = case "status" when 'paid' then "amount" else 0 end)
	);
	CREATE INDEX "orders_receipt" ON "sandbox"."orders" ("receipt");
	CREATE TABLE "sandbox"."payments" (
		"id" text PRIMARY KEY NOT NULL,
		"order_id" text NOT NULL,
		"amount" bigint NOT NULL,
		"currency" text NOT NULL,
		"status" text NOT NULL,
		"created_at" timestamp (3) with time zone NOT NULL,
		"amount_refunded" bigint DEFAULT 0 NOT NULL,
		"next_refund" text DEFAULT 'ok' NOT NULL,
		CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "sandbox"."orders"("id"),
		CONSTRAINT "payments_refunded" CHECK ("amount_refunded" between 0 and "amount")
	);
	CREATE INDEX "payments_of_order" ON "sandbox"."payments" ("order_id","created_at");
	CREATE UNIQUE INDEX "payments_paid_once" ON "sandbox"."payments" ("order_id") WHERE "status" = 'captured';
	CREATE TABLE "sandbox"."refunds" (
		"id" text PRIMARY KEY NOT NULL,
		"payment_id" text NOT NULL,
		"amount" bigint NOT NULL,
		"currency" text NOT NULL,
		"status" text NOT NULL,
		"receipt" text,
		"notes" jsonb NOT NULL,
		"arn" text,
		"idempotency_key" text,
		"request_hash" text NOT NULL,
		"created_at" timestamp (3) with time zone NOT NULL,
		CONSTRAINT "refunds_idempotency_key_unique" UNIQUE ("idempotency_key"),
		CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "sandbox"."payments"("id")
	);
	CREATE INDEX "refunds_of_payment" ON "sandbox"."refunds" ("payment_id","created_at");
	CREATE TABLE "sandbox"."disputes" (
		"payment_id" text PRIMARY KEY NOT NULL,
		"id" text NOT NULL,
		"amount" bigint NOT NULL,
		"status" text NOT NULL,
		"respond_by" timestamp (3) with time zone NOT NULL,
		"moves" integer NOT NULL,
		"created_at" timestamp (3) with time zone NOT NULL,
		CONSTRAINT "disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "sandbox"."payments"("id")
	);
END $$;
