DROP TABLE "noted_signals" CASCADE;--> statement-breakpoint
DROP TABLE "sandbox_webhooks" CASCADE;