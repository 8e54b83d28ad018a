CREATE TABLE "noted_signals" (
	"writer" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"message" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "products_low_stock";--> statement-breakpoint
CREATE INDEX "noted_signals_writer" ON "noted_signals" USING btree ("writer");--> statement-breakpoint
-- Room on each page for the row as it is after a sale: then no index has to learn of it.
ALTER TABLE "products" SET (fillfactor = 85);