ALTER TABLE "agent_carts" ADD COLUMN "network" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_checkouts" ADD COLUMN "network" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "agent_carts_of_network" ON "agent_carts" USING btree ("network","expires_at");--> statement-breakpoint
CREATE INDEX "agent_checkouts_of_network" ON "agent_checkouts" USING btree ("network","expires_at");