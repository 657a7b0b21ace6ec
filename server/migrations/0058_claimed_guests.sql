ALTER TABLE "users" ADD COLUMN "claimed_by" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_claimed_by_users_id_fk" FOREIGN KEY ("claimed_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_claimed" ON "users" USING btree ("claimed_by") WHERE "users"."claimed_by" is not null;