CREATE TABLE "appointment_history" (
	"id" uuid PRIMARY KEY NOT NULL,
	"appointment_id" uuid NOT NULL,
	"state" text NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"expert_id" uuid,
	"actor" text NOT NULL,
	"user_id" uuid,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "appointments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid,
	"place" integer,
	"unit" integer,
	"user_id" uuid,
	"expert_id" uuid,
	"title" text NOT NULL,
	"mode" text NOT NULL,
	"minutes" integer NOT NULL,
	"state" text NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"blocked_until" timestamp (3) with time zone,
	"held_until" timestamp (3) with time zone,
	"zone" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"moves" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "appointments_of_line" UNIQUE("order_id","place","unit"),
	CONSTRAINT "appointments_times" CHECK ("appointments"."starts_at" is null or ("appointments"."ends_at" > "appointments"."starts_at" and "appointments"."blocked_until" >= "appointments"."ends_at")),
	CONSTRAINT "appointments_filled" CHECK ("appointments"."state" not in ('held', 'confirmed') or ("appointments"."starts_at" is not null and "appointments"."expert_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "expert_schedules" (
	"expert_id" uuid PRIMARY KEY NOT NULL,
	"schedule" jsonb NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "experts" ADD COLUMN "has_hours" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "appointment_history" ADD CONSTRAINT "appointment_history_appointment_id_appointments_id_fk" FOREIGN KEY ("appointment_id") REFERENCES "public"."appointments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "appointment_history_of" ON "appointment_history" USING btree ("appointment_id","id");--> statement-breakpoint
CREATE INDEX "appointments_of_expert" ON "appointments" USING btree ("expert_id","starts_at");--> statement-breakpoint
CREATE INDEX "appointments_of_user" ON "appointments" USING btree ("user_id","starts_at");--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gist;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_no_overlap" EXCLUDE USING gist ("expert_id" WITH =, tstzrange("starts_at", "blocked_until") WITH &&) WHERE ("state" IN ('held', 'confirmed'));
