ALTER TABLE "blogs" ADD COLUMN "mentioned_products" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "blogs" ADD COLUMN "mentioned_courses" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "weeks" integer;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "days" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "language" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "recordings" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "next_start" date;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "teacher_id" uuid;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "syllabus" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "topics" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "sample_questions" text[] DEFAULT '{}' NOT NULL;