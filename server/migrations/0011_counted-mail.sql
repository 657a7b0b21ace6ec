ALTER TABLE "mail_outbox" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "mail_outbox" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "mail_outbox_counted" ON "mail_outbox" USING btree (lower("recipient"),"created_at") WHERE "mail_outbox"."kind" is not null;