CREATE TABLE "setting_groups" (
	"group" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"values" jsonb,
	"draft" jsonb
);
--> statement-breakpoint
CREATE TABLE "setting_pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"images" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setting_versions" (
	"group" text NOT NULL,
	"version" integer NOT NULL,
	"values" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by" text NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "setting_versions_group_version_pk" PRIMARY KEY("group","version")
);
