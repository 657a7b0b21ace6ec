CREATE OR REPLACE FUNCTION "search_grams"("value" text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  select array(select distinct substr(letters, n, 3) from generate_series(1, length(letters) - 2) as n)
  from (select lower(case when octet_length(chr(233)) = 2 then replace(replace(replace(translate(normalize(value, nfkc), 'I' || chr(304) || chr(305) || chr(931) || chr(962), 'iii' || chr(963) || chr(963)), 'i' || chr(775), 'i'), chr(223), 'ss'), chr(7838), 'ss') else value end) as letters) as folded
$$;--> statement-breakpoint
CREATE INDEX "audit_entries_action" ON "audit_entries" USING btree ("action","at");--> statement-breakpoint
CREATE INDEX "login_sources_last" ON "login_sources" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "sessions_last_used" ON "sessions" USING btree ("last_used_at","id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "teams_name" ON "teams" USING btree (lower("name"),"id") WHERE "teams"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "teams_search" ON "teams" USING gin (search_grams("name")) WHERE "teams"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (search_grams("email" || ' ' || "first_name" || ' ' || "last_name")) WHERE "users"."guest_of" is null;--> statement-breakpoint
CREATE INDEX "users_deactivated" ON "users" USING btree (lower("email")) WHERE "users"."is_active" = false and "users"."deleted_at" is null and "users"."guest_of" is null;--> statement-breakpoint
CREATE INDEX "users_unverified" ON "users" USING btree (lower("email")) WHERE "users"."verified_at" is null and "users"."deleted_at" is null and "users"."guest_of" is null;--> statement-breakpoint
CREATE INDEX "users_superusers" ON "users" USING btree (lower("email")) WHERE "users"."is_superuser" = true and "users"."deleted_at" is null and "users"."guest_of" is null;--> statement-breakpoint
CREATE INDEX "mail_outbox_created" ON "mail_outbox" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "mail_outbox_sent" ON "mail_outbox" USING btree ("sent_at");