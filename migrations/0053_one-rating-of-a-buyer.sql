ALTER TABLE "reviews" DROP CONSTRAINT "reviews_state_enum";--> statement-breakpoint
-- Hand-written: of several published reviews of a buyer and an item the newest stays. Earlier waiting ones are replaced, too.
UPDATE "reviews" SET "state" = 'replaced'
WHERE "state" IN ('published', 'waiting') AND EXISTS (
  SELECT FROM "reviews" AS "newer"
  WHERE "newer"."user_id" = "reviews"."user_id" AND "newer"."item_type" = "reviews"."item_type"
    AND "newer"."item_id" = "reviews"."item_id" AND "newer"."state" = 'published'
    AND ("newer"."created_at", "newer"."id") > ("reviews"."created_at", "reviews"."id")
);--> statement-breakpoint
UPDATE "products" SET "rating_sum" = "found"."sum", "rating_count" = "found"."count" FROM (
  SELECT "item_id", coalesce(sum("stars") FILTER (WHERE "state" = 'published'), 0)::int AS "sum", count(*) FILTER (WHERE "state" = 'published')::int AS "count"
  FROM "reviews" WHERE "item_type" = 'product' GROUP BY "item_id" HAVING bool_or("state" = 'replaced')
) AS "found" WHERE "products"."id" = "found"."item_id";--> statement-breakpoint
UPDATE "courses" SET "rating_sum" = "found"."sum", "rating_count" = "found"."count" FROM (
  SELECT "item_id", coalesce(sum("stars") FILTER (WHERE "state" = 'published'), 0)::int AS "sum", count(*) FILTER (WHERE "state" = 'published')::int AS "count"
  FROM "reviews" WHERE "item_type" = 'course' GROUP BY "item_id" HAVING bool_or("state" = 'replaced')
) AS "found" WHERE "courses"."id" = "found"."item_id";--> statement-breakpoint
UPDATE "experts" SET "rating_sum" = "found"."sum", "rating_count" = "found"."count" FROM (
  SELECT "item_id", coalesce(sum("stars") FILTER (WHERE "state" = 'published'), 0)::int AS "sum", count(*) FILTER (WHERE "state" = 'published')::int AS "count"
  FROM "reviews" WHERE "item_type" = 'consultancy' GROUP BY "item_id" HAVING bool_or("state" = 'replaced')
) AS "found" WHERE "experts"."id" = "found"."item_id";--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_published_once" ON "reviews" USING btree ("user_id","item_type","item_id") WHERE "reviews"."state" = 'published';--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_state_enum" CHECK ("reviews"."state" in ('waiting', 'published', 'rejected', 'replaced'));
