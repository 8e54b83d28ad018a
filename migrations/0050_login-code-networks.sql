ALTER TABLE "login_codes" ADD COLUMN "network_hash" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "login_codes" ADD COLUMN "wrong_tries_elsewhere" integer DEFAULT 0 NOT NULL;