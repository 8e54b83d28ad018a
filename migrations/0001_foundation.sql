CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"password_hash" text NOT NULL,
	"role" text NOT NULL,
	"token_generation" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blogs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"images" text[] NOT NULL,
	"search_text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"short_description" text NOT NULL,
	"actual_price_paise" integer NOT NULL,
	"offer_price_paise" integer NOT NULL,
	"top_selling" boolean NOT NULL,
	"group_link" text NOT NULL,
	"images" text[] NOT NULL,
	"search_text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "courses_price" CHECK ("courses"."actual_price_paise" >= 100),
	CONSTRAINT "courses_offer_price" CHECK ("courses"."offer_price_paise" between 0 and "courses"."actual_price_paise")
);
--> statement-breakpoint
CREATE TABLE "experts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"languages" text NOT NULL,
	"domain" text NOT NULL,
	"price_paise" integer,
	"audio_price_paise" integer,
	"video_price_paise" integer,
	"experience_years" integer,
	"description" text NOT NULL,
	"status" text NOT NULL,
	"images" text[] NOT NULL,
	"search_text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"category" text NOT NULL,
	"sub_category" text,
	"price_paise" integer NOT NULL,
	"offer_price_paise" integer NOT NULL,
	"stock" integer NOT NULL,
	"top_selling" boolean NOT NULL,
	"images" text[] NOT NULL,
	"search_text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "products_price" CHECK ("products"."price_paise" >= 100),
	CONSTRAINT "products_offer_price" CHECK ("products"."offer_price_paise" between 0 and "products"."price_paise"),
	CONSTRAINT "products_stock" CHECK ("products"."stock" >= 0)
);
--> statement-breakpoint
CREATE TABLE "unclaimed_images" (
	"path" text PRIMARY KEY NOT NULL,
	"noted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"tries" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "blogs_newest" ON "blogs" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "blogs_search" ON "blogs" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "courses_newest" ON "courses" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "courses_search" ON "courses" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "experts_newest" ON "experts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "experts_search" ON "experts" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "products_newest_in_category" ON "products" USING btree ("category","created_at","id");--> statement-breakpoint
CREATE INDEX "products_newest_in_sub_category" ON "products" USING btree ("category","sub_category","created_at","id");--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "rate_limits_ends_at" ON "rate_limits" USING btree ("ends_at");