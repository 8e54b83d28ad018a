CREATE TABLE "review_requests" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"line_index" integer NOT NULL,
	"item_type" text NOT NULL,
	"item_id" uuid NOT NULL,
	"stars" integer NOT NULL,
	"text" text NOT NULL,
	"images" text[] NOT NULL,
	"by" text NOT NULL,
	"state" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"reply" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "reviews_of_line" UNIQUE("order_id","line_index"),
	CONSTRAINT "reviews_stars" CHECK ("reviews"."stars" between 1 and 5),
	CONSTRAINT "reviews_item_type_enum" CHECK ("reviews"."item_type" in ('product', 'course', 'consultancy')),
	CONSTRAINT "reviews_state_enum" CHECK ("reviews"."state" in ('waiting', 'published', 'rejected'))
);
--> statement-breakpoint
ALTER TABLE "activity" DROP CONSTRAINT "activity_kind_enum";--> statement-breakpoint
ALTER TABLE "review_requests" ADD CONSTRAINT "review_requests_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_order_item" FOREIGN KEY ("order_id","line_index") REFERENCES "public"."order_items"("order_id","line_index") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reviews_of_item" ON "reviews" USING btree ("item_type","item_id","created_at","id") WHERE "reviews"."state" = 'published';--> statement-breakpoint
CREATE INDEX "reviews_by_state" ON "reviews" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "reviews_of_user" ON "reviews" USING btree ("user_id","created_at","id");--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_kind_enum" CHECK ("activity"."kind" in ('product', 'course', 'expert', 'blog', 'coupon', 'order', 'customer', 'enquiry', 'setting', 'login', 'person', 'appointment', 'review'));