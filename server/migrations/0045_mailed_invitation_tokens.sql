ALTER TABLE "invitations" ADD COLUMN "mailed_token_hash" text;--> statement-breakpoint
CREATE INDEX "invitations_mailed_token" ON "invitations" USING btree ("mailed_token_hash");