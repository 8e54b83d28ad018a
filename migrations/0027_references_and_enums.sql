-- Not valid: existing rows are not read while the tables are locked. The next migration validates them without the lock.
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_order_item" FOREIGN KEY ("order_id","line_index") REFERENCES "public"."order_items"("order_id","line_index") NOT VALID;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") DEFERRABLE INITIALLY DEFERRED NOT VALID;--> statement-breakpoint
ALTER TABLE "payment_orders" ADD CONSTRAINT "payment_orders_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") NOT VALID;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") NOT VALID;--> statement-breakpoint
CREATE INDEX "order_keys_of_order" ON "order_keys" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_keys_created_at" ON "order_keys" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_role_enum" CHECK ("invitations"."role" in ('owner', 'expert')) NOT VALID;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_purpose_enum" CHECK ("passkey_challenges"."purpose" in ('login', 'enrolment')) NOT VALID;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role_enum" CHECK ("users"."role" in ('customer', 'owner', 'expert')) NOT VALID;--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_action_enum" CHECK ("activity"."action" in ('created', 'updated', 'deleted', 'imported', 'exported', 'logged_in', 'login_failed', 'invited', 'withdrew', 'joined', 'removed')) NOT VALID;--> statement-breakpoint
ALTER TABLE "activity" ADD CONSTRAINT "activity_kind_enum" CHECK ("activity"."kind" in ('product', 'course', 'expert', 'blog', 'coupon', 'order', 'customer', 'enquiry', 'setting', 'login', 'person', 'appointment')) NOT VALID;--> statement-breakpoint
ALTER TABLE "appointment_history" ADD CONSTRAINT "appointment_history_state_enum" CHECK ("appointment_history"."state" in ('to_schedule', 'held', 'confirmed', 'done', 'missed_by_caller', 'missed_by_expert', 'cancelled')) NOT VALID;--> statement-breakpoint
ALTER TABLE "appointment_history" ADD CONSTRAINT "appointment_history_actor_enum" CHECK ("appointment_history"."actor" in ('buyer', 'owner', 'expert', 'payment', 'system')) NOT VALID;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_mode_enum" CHECK ("appointments"."mode" in ('audio', 'video')) NOT VALID;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_state_enum" CHECK ("appointments"."state" in ('to_schedule', 'held', 'confirmed', 'done', 'missed_by_caller', 'missed_by_expert', 'cancelled')) NOT VALID;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_cancel_reason_enum" CHECK ("appointments"."cancel_reason" in ('order', 'refund', 'caller', 'expert', 'owner')) NOT VALID;--> statement-breakpoint
ALTER TABLE "experts" ADD CONSTRAINT "experts_status_enum" CHECK ("experts"."status" in ('online', 'offline')) NOT VALID;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_kind_enum" CHECK ("coupons"."kind" in ('percent', 'amount', 'free_delivery')) NOT VALID;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_scope_enum" CHECK ("coupons"."scope" in ('all', 'category', 'items')) NOT VALID;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_state_enum" CHECK ("coupon_uses"."state" in ('reserved', 'confirmed', 'released', 'late')) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_kind_enum" CHECK ("order_events"."kind" in ('address', 'note', 'shipment', 'refund', 'payment', 'dispute', 'coupon', 'session')) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_actor_enum" CHECK ("order_events"."actor" in ('buyer', 'owner', 'expert', 'payment', 'system')) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_history" ADD CONSTRAINT "order_history_status_enum" CHECK ("order_history"."status" in ('pending', 'paid', 'shipped', 'delivered', 'cancelled')) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_history" ADD CONSTRAINT "order_history_actor_enum" CHECK ("order_history"."actor" in ('buyer', 'owner', 'expert', 'payment', 'system')) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_item_type_enum" CHECK ("order_items"."item_type" in ('course', 'product', 'consultancy')) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_payments" ADD CONSTRAINT "order_payments_outcome_enum" CHECK ("order_payments"."outcome" in ('settled', 'amount_differs', 'paid_twice', 'order_cancelled', 'order_deleted')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_status_enum" CHECK ("orders"."status" in ('pending', 'paid', 'shipped', 'delivered', 'cancelled')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_shipping_changed_by_enum" CHECK ("orders"."shipping_changed_by" in ('buyer', 'owner')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_stock_enum" CHECK ("orders"."stock" in ('held', 'kept', 'shelf')) NOT VALID;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_status_enum" CHECK ("disputes"."status" in ('open', 'under_review', 'action_required', 'won', 'lost', 'closed')) NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_status_enum" CHECK ("refunds"."status" in ('pending', 'processed', 'failed')) NOT VALID;--> statement-breakpoint
ALTER TABLE "setting_groups" ADD CONSTRAINT "setting_groups_group_enum" CHECK ("setting_groups"."group" in ('business', 'look', 'home', 'packages', 'categories', 'delivery', 'appointments', 'announcement', 'legal')) NOT VALID;--> statement-breakpoint
ALTER TABLE "setting_versions" ADD CONSTRAINT "setting_versions_group_enum" CHECK ("setting_versions"."group" in ('business', 'look', 'home', 'packages', 'categories', 'delivery', 'appointments', 'announcement', 'legal')) NOT VALID;
