ALTER TABLE "orders" ADD COLUMN "short_id_shared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Orders from before whose last six characters an earlier order has keep their ids.
UPDATE "orders" SET "short_id_shared" = true FROM (
	SELECT "id", row_number() OVER (PARTITION BY right("id"::text, 6) ORDER BY "created_at", "id") AS "nth" FROM "orders"
) AS "numbered" WHERE "numbered"."id" = "orders"."id" AND "numbered"."nth" > 1;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_short_id" ON "orders" USING btree (right("id"::text, 6)) WHERE not "orders"."short_id_shared";
