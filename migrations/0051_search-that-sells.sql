CREATE TABLE "searches" (
	"day" date NOT NULL,
	"term" text NOT NULL,
	"script" text NOT NULL,
	"found" boolean NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "searches_day_term_found_pk" PRIMARY KEY("day","term","found"),
	CONSTRAINT "searches_script_enum" CHECK ("searches"."script" in ('latin', 'devanagari', 'mixed'))
);
--> statement-breakpoint
DROP INDEX "products_facets";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "metal" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "searches_unfound" ON "searches" USING btree ("found","day");--> statement-breakpoint
CREATE INDEX "products_facets" ON "products" USING btree ("category","sub_category","stone","origin_country","metal","offer_price_paise","can_be_bought","top_selling","published");--> statement-breakpoint
UPDATE "products" SET "metal" = CASE
	WHEN "material" ~* 'gold[- ]plated' THEN 'Gold-plated'
	WHEN "material" ~* 'silver[- ]plated' THEN 'Silver-plated'
	WHEN "material" ~* '(925|sterling) silver' THEN 'Silver'
	ELSE '' END
WHERE "material" ~* '(gold|silver)[- ]plated|(925|sterling) silver';--> statement-breakpoint
INSERT INTO "searches" ("day", "term", "script", "found", "count")
SELECT ("last_at" AT TIME ZONE 'Asia/Kolkata')::date, "term",
	CASE WHEN "term" !~ '[ऀ-ॿ]' THEN 'latin' WHEN "term" ~ '[a-z]' THEN 'mixed' ELSE 'devanagari' END, false, "count"
FROM "unfound_searches";
