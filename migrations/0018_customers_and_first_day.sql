CREATE TABLE "demo_records" (
	"id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_notes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "order_history_paid";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "paid_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "kind" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_paid" ON "orders" USING btree ("paid_at") WHERE "orders"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX "webhook_events_newest" ON "webhook_events" USING btree ("received_at");--> statement-breakpoint
-- Shops that an older version filled. Only the demo data inserts records that have pictures, no entry in the activity
-- log and a date before the first account. Records that were changed since have another version.
INSERT INTO "demo_records" ("id")
SELECT record.id FROM (
	SELECT id, version, images, created_at FROM "products"
	UNION ALL SELECT id, version, images, created_at FROM "courses"
	UNION ALL SELECT id, version, images, created_at FROM "experts"
	UNION ALL SELECT id, version, images, created_at FROM "blogs"
) AS record
WHERE record.version = 1 AND cardinality(record.images) > 0
	AND record.created_at < (SELECT min(created_at) FROM "users")
	AND NOT EXISTS (SELECT 1 FROM "activity" WHERE "activity"."record_id" = record.id)
	AND EXISTS (SELECT 1 FROM "settings" WHERE "settings"."key" = 'demo-catalogue');
