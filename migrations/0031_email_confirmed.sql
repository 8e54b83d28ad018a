ALTER TABLE "users" ADD COLUMN "email_confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
-- Owners and experts were appointed on the machine or accepted a mailed invitation.
UPDATE "users" SET "email_confirmed_at" = "created_at" WHERE "role" <> 'customer';
