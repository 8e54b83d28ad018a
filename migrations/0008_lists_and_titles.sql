DROP INDEX "orders_newest";--> statement-breakpoint
CREATE INDEX "blogs_title_search" ON "blogs" USING gin (split_part("search_text", E'\n', 1) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "courses_title_search" ON "courses" USING gin (split_part("search_text", E'\n', 1) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "experts_title_search" ON "experts" USING gin (split_part("search_text", E'\n', 1) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_title_search" ON "products" USING gin (split_part("search_text", E'\n', 1) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin (lower("id"::text || E'\n' || "shipping_name" || E'\n' || "shipping_email" || E'\n' || "shipping_phone" || E'\n' || regexp_replace("shipping_phone", '[^0-9]', '', 'g') || E'\n' || "buyer_name" || E'\n' || "buyer_email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at","id") WHERE "orders"."deleted_at" is null;