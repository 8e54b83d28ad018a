ALTER TABLE "products" VALIDATE CONSTRAINT "products_maker_role_enum";--> statement-breakpoint
ALTER TABLE "setting_groups" VALIDATE CONSTRAINT "setting_groups_group_enum";--> statement-breakpoint
ALTER TABLE "setting_versions" VALIDATE CONSTRAINT "setting_versions_group_enum";
