ALTER TABLE "products" ADD COLUMN "stone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "material" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "size" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "weight_grams" double precision;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "origin_country" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "certificate" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "products_by_price" ON "products" USING btree ("offer_price_paise");