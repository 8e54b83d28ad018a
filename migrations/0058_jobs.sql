-- Older versions must be stopped.
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"queue" text NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"lane" text,
	"payload" jsonb NOT NULL,
	"priority" smallint DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"lease_id" uuid,
	"again" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"problem" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "jobs_key_unique" UNIQUE("key"),
	CONSTRAINT "jobs_state_enum" CHECK ("jobs"."state" in ('waiting', 'done', 'failed', 'cancelled'))
);
--> statement-breakpoint
-- All work that waits. Done mails keep their keys, so that no mail is sent a second time.
INSERT INTO "jobs" ("id", "queue", "kind", "key", "lane", "payload", "priority", "state", "attempts", "due_at", "lease_id", "expires_at", "problem", "created_at", "ended_at")
SELECT "id",
	CASE WHEN "kind" LIKE 'webhook:%' THEN 'webhook' ELSE 'mail' END,
	CASE WHEN "kind" LIKE 'webhook:%' THEN 'webhook' ELSE 'mail:' || "kind" END,
	"key",
	CASE WHEN "kind" LIKE 'webhook:%' THEN substr("kind", 9) END,
	"payload",
	CASE WHEN "kind" IN ('login-code', 'password-reset') THEN -1 ELSE 0 END,
	CASE WHEN "done_at" IS NULL THEN 'waiting' WHEN "problem" IS NULL THEN 'done'
		WHEN "problem" IN ('expired', 'withdrawn', 'restored') THEN 'cancelled' ELSE 'failed' END,
	"attempts", "due_at", "claim", "expires_at", "problem", "created_at", "done_at"
FROM "outbox";--> statement-breakpoint
INSERT INTO "jobs" ("id", "queue", "kind", "key", "payload", "attempts", "due_at", "created_at")
SELECT gen_random_uuid(), 'payment', 'payment-event', 'payment-event:' || "id", jsonb_build_object('id', "id"), "attempts", "next_attempt_at", "received_at"
FROM "webhook_events" WHERE "handled_at" IS NULL;--> statement-breakpoint
INSERT INTO "jobs" ("id", "queue", "kind", "key", "payload", "due_at", "created_at")
SELECT gen_random_uuid(), 'payment', 'payment-check', 'payment-check:' || "order_id", jsonb_build_object('orderId', "order_id"), "check_at", "created_at"
FROM "payment_orders" WHERE "arrived_at" IS NULL AND "created_at" > now() - interval '7 days';--> statement-breakpoint
-- With an attempt: the old version may have sent it, so the provider is asked first.
INSERT INTO "jobs" ("id", "queue", "kind", "key", "payload", "attempts", "due_at", "created_at")
SELECT gen_random_uuid(), 'refund', "next"."kind", "next"."kind" || ':' || "refunds"."id", jsonb_build_object('refundId', "refunds"."id"), greatest("attempts", 1), "next_attempt_at", "created_at"
FROM "refunds", LATERAL (SELECT CASE WHEN "provider_refund_id" IS NULL THEN 'refund-send' ELSE 'refund-poll' END AS "kind") AS "next"
WHERE "status" = 'pending';--> statement-breakpoint
INSERT INTO "jobs" ("id", "queue", "kind", "key", "payload", "due_at", "created_at")
SELECT gen_random_uuid(), 'document', 'documents', 'documents:' || "order_id", jsonb_build_object('orderId', "order_id"), "due_at", "since"
FROM "document_tasks";--> statement-breakpoint
INSERT INTO "jobs" ("id", "queue", "kind", "key", "payload", "due_at", "created_at")
SELECT gen_random_uuid(), 'document', 'pdf', 'pdf:' || "id", jsonb_build_object('documentId', "id"), now(), now()
FROM "documents" WHERE "pdf_hash" IS NULL AND "mode" <> 'unregistered';--> statement-breakpoint
DROP TABLE "outbox";--> statement-breakpoint
DROP INDEX "document_tasks_due";--> statement-breakpoint
DROP INDEX "documents_without_pdf";--> statement-breakpoint
DROP INDEX "refunds_due";--> statement-breakpoint
DROP INDEX "payment_orders_to_check";--> statement-breakpoint
DROP INDEX "webhook_events_due";--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("queue","priority","due_at") WHERE "jobs"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "jobs_ended" ON "jobs" USING btree ("ended_at") WHERE "jobs"."state" <> 'waiting';--> statement-breakpoint
CREATE INDEX "jobs_failed" ON "jobs" USING btree ("kind","ended_at") WHERE "jobs"."state" = 'failed';--> statement-breakpoint
ALTER TABLE "document_tasks" DROP COLUMN "due_at";--> statement-breakpoint
ALTER TABLE "refunds" DROP COLUMN "attempts";--> statement-breakpoint
ALTER TABLE "refunds" DROP COLUMN "next_attempt_at";--> statement-breakpoint
ALTER TABLE "payment_orders" DROP COLUMN "check_at";--> statement-breakpoint
ALTER TABLE "webhook_events" DROP COLUMN "attempts";--> statement-breakpoint
ALTER TABLE "webhook_events" DROP COLUMN "next_attempt_at";