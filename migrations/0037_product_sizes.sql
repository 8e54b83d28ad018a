ALTER TABLE "products" ADD COLUMN "variants" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- Not valid: rows are not read while the table is locked. Every row satisfies it.
ALTER TABLE "products" ADD CONSTRAINT "products_variants" CHECK (not jsonb_path_exists("products"."variants", '$[*] ? (@.stock < 0)')) NOT VALID;
