CREATE TABLE "unsubscribed" (
	"address" text NOT NULL,
	"notice" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "unsubscribed_address_notice_pk" PRIMARY KEY("address","notice")
);
--> statement-breakpoint
ALTER TABLE "setting_groups" VALIDATE CONSTRAINT "setting_groups_group_enum";--> statement-breakpoint
ALTER TABLE "setting_versions" VALIDATE CONSTRAINT "setting_versions_group_enum";
