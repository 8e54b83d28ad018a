-- The index of an order's line was called "place". Processes of the release before still insert and read that column,
-- so a copy of it stays until the next release, which drops it with its triggers and the function.
CREATE FUNCTION "fill_line_index"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW."line_index" := coalesce(NEW."line_index", NEW."place");
	NEW."place" := NEW."line_index";
	RETURN NEW;
END $$;--> statement-breakpoint
ALTER TABLE "order_items" RENAME COLUMN "place" TO "line_index";--> statement-breakpoint
ALTER TABLE "order_items" RENAME CONSTRAINT "order_items_order_id_place_pk" TO "order_items_order_id_line_index_pk";--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "place" integer GENERATED ALWAYS AS ("line_index") STORED;--> statement-breakpoint
ALTER TABLE "order_items" ALTER COLUMN "place" DROP EXPRESSION;--> statement-breakpoint
CREATE TRIGGER "fill_line_index" BEFORE INSERT ON "order_items" FOR EACH ROW EXECUTE FUNCTION "fill_line_index"();--> statement-breakpoint
ALTER TABLE "shipment_lines" RENAME COLUMN "place" TO "line_index";--> statement-breakpoint
ALTER TABLE "shipment_lines" RENAME CONSTRAINT "shipment_lines_shipment_id_place_pk" TO "shipment_lines_shipment_id_line_index_pk";--> statement-breakpoint
ALTER TABLE "shipment_lines" ADD COLUMN "place" integer GENERATED ALWAYS AS ("line_index") STORED;--> statement-breakpoint
ALTER TABLE "shipment_lines" ALTER COLUMN "place" DROP EXPRESSION;--> statement-breakpoint
CREATE TRIGGER "fill_line_index" BEFORE INSERT ON "shipment_lines" FOR EACH ROW EXECUTE FUNCTION "fill_line_index"();--> statement-breakpoint
ALTER TABLE "refund_lines" RENAME COLUMN "place" TO "line_index";--> statement-breakpoint
ALTER TABLE "refund_lines" RENAME CONSTRAINT "refund_lines_refund_id_place_pk" TO "refund_lines_refund_id_line_index_pk";--> statement-breakpoint
ALTER TABLE "refund_lines" ADD COLUMN "place" integer GENERATED ALWAYS AS ("line_index") STORED;--> statement-breakpoint
ALTER TABLE "refund_lines" ALTER COLUMN "place" DROP EXPRESSION;--> statement-breakpoint
CREATE TRIGGER "fill_line_index" BEFORE INSERT ON "refund_lines" FOR EACH ROW EXECUTE FUNCTION "fill_line_index"();--> statement-breakpoint
ALTER TABLE "appointments" RENAME COLUMN "place" TO "line_index";--> statement-breakpoint
ALTER TABLE "appointments" ADD COLUMN "place" integer GENERATED ALWAYS AS ("line_index") STORED;--> statement-breakpoint
ALTER TABLE "appointments" ALTER COLUMN "place" DROP EXPRESSION;--> statement-breakpoint
CREATE TRIGGER "fill_line_index" BEFORE INSERT ON "appointments" FOR EACH ROW EXECUTE FUNCTION "fill_line_index"();
