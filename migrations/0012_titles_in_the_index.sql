DROP INDEX "blogs_newest";--> statement-breakpoint
DROP INDEX "blogs_title_search";--> statement-breakpoint
DROP INDEX "courses_newest";--> statement-breakpoint
DROP INDEX "courses_title_search";--> statement-breakpoint
DROP INDEX "experts_newest";--> statement-breakpoint
DROP INDEX "experts_title_search";--> statement-breakpoint
DROP INDEX "products_newest";--> statement-breakpoint
DROP INDEX "products_title_search";--> statement-breakpoint
ALTER TABLE "blogs" ADD COLUMN "search_title" text GENERATED ALWAYS AS (split_part(search_text, E'\n', 1)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "search_title" text GENERATED ALWAYS AS (split_part(search_text, E'\n', 1)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "search_title" text GENERATED ALWAYS AS (split_part(search_text, E'\n', 1)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "search_title" text GENERATED ALWAYS AS (split_part(search_text, E'\n', 1)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "blogs_newest" ON "blogs" USING btree ("created_at","id","published","search_title");--> statement-breakpoint
CREATE INDEX "blogs_title_search" ON "blogs" USING gin ("search_title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "courses_newest" ON "courses" USING btree ("created_at","id","published","search_title");--> statement-breakpoint
CREATE INDEX "courses_title_search" ON "courses" USING gin ("search_title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "experts_newest" ON "experts" USING btree ("created_at","id","published","search_title");--> statement-breakpoint
CREATE INDEX "experts_title_search" ON "experts" USING gin ("search_title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("created_at","id","published","search_title");--> statement-breakpoint
CREATE INDEX "products_title_search" ON "products" USING gin ("search_title" gin_trgm_ops);