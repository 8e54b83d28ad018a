CREATE TABLE "appointment_intakes" (
	"appointment_id" uuid PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"consented_at" timestamp (3) with time zone NOT NULL,
	"guardian_consented_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "appointments" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
ALTER TABLE "appointments" ADD COLUMN "caller_name" text;--> statement-breakpoint
ALTER TABLE "appointments" ADD COLUMN "caller_phone" text;--> statement-breakpoint
ALTER TABLE "appointments" ADD COLUMN "caller_email" text;--> statement-breakpoint
ALTER TABLE "expert_schedules" ADD COLUMN "feed_token_hash" text;--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "archived" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "appointment_intakes" ADD CONSTRAINT "appointment_intakes_appointment_id_appointments_id_fk" FOREIGN KEY ("appointment_id") REFERENCES "public"."appointments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "appointments_by_time" ON "appointments" USING btree ("starts_at");--> statement-breakpoint
ALTER TABLE "expert_schedules" ADD CONSTRAINT "expert_schedules_feed_token_hash_unique" UNIQUE("feed_token_hash");--> statement-breakpoint
-- Experts with sessions are archived. Not valid: sessions of experts that were deleted before stay.
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_of_known_expert" FOREIGN KEY ("expert_id") REFERENCES "public"."experts"("id") ON DELETE restrict NOT VALID;
