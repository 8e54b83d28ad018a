CREATE TABLE "login_codes" (
	"email_hash" text PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"wrong_tries" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "name_is_provisional" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "login_codes_expires_at" ON "login_codes" USING btree ("expires_at");