CREATE TABLE "document_counters" (
	"series" text NOT NULL,
	"year" text NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "document_counters_series_year_pk" PRIMARY KEY("series","year")
);
--> statement-breakpoint
CREATE TABLE "document_tasks" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"problem" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"series" text NOT NULL,
	"year" text NOT NULL,
	"serial" integer NOT NULL,
	"number" text NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"day" date NOT NULL,
	"cause" text NOT NULL,
	"original_id" uuid,
	"mode" text NOT NULL,
	"seller" jsonb NOT NULL,
	"buyer" jsonb NOT NULL,
	"place_of_supply" text NOT NULL,
	"lines" jsonb NOT NULL,
	"value_paise" bigint NOT NULL,
	"taxable_paise" bigint NOT NULL,
	"cgst_paise" bigint NOT NULL,
	"sgst_paise" bigint NOT NULL,
	"igst_paise" bigint NOT NULL,
	"cancelled_at" timestamp (3) with time zone,
	"pdf_hash" text,
	CONSTRAINT "documents_kind_enum" CHECK ("documents"."kind" in ('receipt', 'bill_of_supply', 'tax_invoice', 'invoice_cum_bill', 'credit_note')),
	CONSTRAINT "documents_mode_enum" CHECK ("documents"."mode" in ('unregistered', 'composition', 'regular')),
	CONSTRAINT "documents_number_form" CHECK ("documents"."number" ~ '^[A-Za-z0-9/-]{1,16}$'),
	CONSTRAINT "documents_value" CHECK ("documents"."value_paise" = "documents"."taxable_paise" + "documents"."cgst_paise" + "documents"."sgst_paise" + "documents"."igst_paise")
);
--> statement-breakpoint
ALTER TABLE "setting_groups" DROP CONSTRAINT "setting_groups_group_enum";--> statement-breakpoint
ALTER TABLE "setting_versions" DROP CONSTRAINT "setting_versions_group_enum";--> statement-breakpoint
ALTER TABLE "addresses" ADD COLUMN "gstin" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "tax_class" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "tax_class" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "net_quantity" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "maker" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "maker_role" text DEFAULT 'manufacturer' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "mrp_paise" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "shipping_state" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "buyer_gstin" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "document_tasks" ADD CONSTRAINT "document_tasks_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_original_id_documents_id_fk" FOREIGN KEY ("original_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_tasks_due" ON "document_tasks" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_number" ON "documents" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_serial" ON "documents" USING btree ("series","year","serial");--> statement-breakpoint
CREATE UNIQUE INDEX "documents_cause" ON "documents" USING btree ("order_id","cause") WHERE "documents"."cancelled_at" is null;--> statement-breakpoint
CREATE INDEX "documents_of_order" ON "documents" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "documents_of_day" ON "documents" USING btree ("day","id");--> statement-breakpoint
CREATE INDEX "documents_original" ON "documents" USING btree ("original_id");--> statement-breakpoint
CREATE INDEX "documents_without_pdf" ON "documents" USING btree ("id") WHERE "documents"."pdf_hash" is null;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_maker_role_enum" CHECK ("products"."maker_role" in ('manufacturer', 'packer', 'importer')) NOT VALID;--> statement-breakpoint
ALTER TABLE "setting_groups" ADD CONSTRAINT "setting_groups_group_enum" CHECK ("setting_groups"."group" in ('business', 'look', 'home', 'packages', 'categories', 'facts', 'search', 'reviews', 'delivery', 'seller', 'tax', 'appointments', 'announcement', 'legal')) NOT VALID;--> statement-breakpoint
ALTER TABLE "setting_versions" ADD CONSTRAINT "setting_versions_group_enum" CHECK ("setting_versions"."group" in ('business', 'look', 'home', 'packages', 'categories', 'facts', 'search', 'reviews', 'delivery', 'seller', 'tax', 'appointments', 'announcement', 'legal')) NOT VALID;--> statement-breakpoint
CREATE FUNCTION "refuse_document_change"() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  may_change text[] := array['pdf_hash', 'cancelled_at'];
begin
  -- The law keeps invoices, with their buyer, for almost eight years at most.
  if old.kind = 'receipt' or old.day < current_date - interval '8 years' then may_change := array_append(may_change, 'buyer'); end if;
  if tg_op = 'DELETE' or to_jsonb(old) - may_change <> to_jsonb(new) - may_change then
    raise exception 'a document that was issued cannot be changed';
  end if;
  return new;
end
$$;--> statement-breakpoint
CREATE TRIGGER "documents_fixed" BEFORE UPDATE OR DELETE ON "documents" FOR EACH ROW EXECUTE FUNCTION "refuse_document_change"();
