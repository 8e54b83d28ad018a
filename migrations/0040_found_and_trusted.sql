-- The new lists contain the old ones, so rows need not be read while the tables are locked.
ALTER TABLE "setting_groups" DROP CONSTRAINT "setting_groups_group_enum";--> statement-breakpoint
ALTER TABLE "setting_versions" DROP CONSTRAINT "setting_versions_group_enum";--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "rating_sum" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "rating_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "rating_sum" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "rating_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "intentions" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "zodiac" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "planets" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "chakras" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "rating_sum" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "rating_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "setting_groups" ADD CONSTRAINT "setting_groups_group_enum" CHECK ("setting_groups"."group" in ('business', 'look', 'home', 'packages', 'categories', 'facts', 'search', 'reviews', 'delivery', 'appointments', 'announcement', 'legal')) NOT VALID;--> statement-breakpoint
ALTER TABLE "setting_versions" ADD CONSTRAINT "setting_versions_group_enum" CHECK ("setting_versions"."group" in ('business', 'look', 'home', 'packages', 'categories', 'facts', 'search', 'reviews', 'delivery', 'appointments', 'announcement', 'legal')) NOT VALID;